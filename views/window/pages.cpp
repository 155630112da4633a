#include "views/window/pages.h"

#include <QMessageBox>
#include <QPushButton>
#include <QTabBar>
#include <QTextBrowser>
#include <QToolButton>
#include <filesystem>

#include "views/diff/diff_view.h"
#include "views/diff/preview_page.h"
#include "views/shared/findings.h"
#include "views/shared/message_bar.h"
#include "views/shared/selection.h"
#include "views/shared/theme.h"

namespace warpwright::views {
namespace fs = std::filesystem;

Pages::Pages(Theme& theme, Findings& findings, Selection& selection, MessageBar& messages, RecoveryStore recovery,
             QWidget* parent)
    : QTabWidget(parent),
      theme_(theme),
      findings_(findings),
      selection_(selection),
      messages_(messages),
      recovery_(std::move(recovery)) {
  setObjectName("pages");
  setAccessibleName(tr("Open pages"));
  setDocumentMode(true);
  setMovable(true);
  setElideMode(Qt::ElideMiddle);
  tabBar()->setAccessibleName(tr("Tabs"));
  tabBar()->setDrawBase(false);
  tabBar()->setExpanding(false);
  preview_ = new PreviewPage(theme, this);
  preview_->hide();
  connect(this, &QTabWidget::currentChanged, this, [this] {
    // Only the page in front may ask for room.
    for (int i = 0; i < count(); ++i) {
      const auto wish = i == currentIndex() ? QSizePolicy::Expanding : QSizePolicy::Ignored;
      widget(i)->setSizePolicy(wish, wish);
    }
    if (const EditorPage* page = currentEditor()) selection_.setFile(page->path());
    emit frontChanged();
  });
  connect(&theme_, &Theme::changed, this, &Pages::restyle);
}

void Pages::open(const std::string& path, std::function<void(EditorPage&)> then) {
  struct Read {
    Result<LoadedText> text;
    std::vector<RecoveryStore::Kept> kept;
  };
  if (EditorPage* page = editor(path)) {
    setCurrentWidget(page);
    if (then) then(*page);
    return;
  }
  ++opening_;
  runThrough(
      door_,
      [path, recovery = recovery_] {
        Read read{loadText(path), {}};
        if (read.text.ok()) read.kept = recovery.keptFor(read.text->path, read.text->bytes);
        return read;
      },
      [this, path, then = std::move(then)](Read read) {
        --opening_;
        if (!read.text.ok()) {
          messages_.post({Message::Kind::error, QString::fromStdString(read.text.error().message), {}, {}, path});
          return;
        }
        const std::string real = read.text->path;
        if (!editor(real)) add(std::move(*read.text), std::move(read.kept));
        EditorPage* page = editor(real);
        setCurrentWidget(page);
        if (then) then(*page);
      });
}

void Pages::add(LoadedText text, std::vector<RecoveryStore::Kept> kept) {
  const bool empty = text.bytes.isEmpty();
  auto* page = new EditorPage(std::move(text), theme_, findings_, selection_, recovery_, this);
  const int index = addTab(page, {});
  retitle(*page);
  decorateTab(index, tr("Close %1").arg(QString::fromStdString(fs::path(page->path()).filename().string())));
  connect(page, &EditorPage::modified, this, [this, page] { retitle(*page); });
  connect(page, &EditorPage::edited, this, [this, page] { emit textEdited(page->path()); });
  connect(page, &EditorPage::findingClicked, this, &Pages::findingClicked);
  connect(page, &EditorPage::recoveryFailed, this, [this, page](const QString& reason) {
    messages_.post(
        {Message::Kind::warning, tr("Unsaved text is not kept aside: %1").arg(reason), {}, {}, page->path()});
  });
  connect(&page->editor(), &QsciScintilla::cursorPositionChanged, this, &Pages::cursorMoved);
  if (welcome_) removeTab(indexOf(welcome_)), welcome_ = nullptr;
  const QString name = QString::fromStdString(fs::path(page->path()).filename().string());
  if (empty) messages_.post({Message::Kind::note, tr("%1 is empty.").arg(name), {}, {}, page->path()});
  if (page->isReadOnly()) {
    messages_.post({Message::Kind::warning,
                    tr("%1 is read-only. It can be analysed; save changes elsewhere.").arg(name),
                    {},
                    {},
                    "permissions of " + page->path()});
  }
  if (!kept.empty()) offerRecovery(*page, kept.front());
  for (EditorPage* other : editors()) other->updateSplit();
  emit opened(page);
}

void Pages::offerRecovery(EditorPage& page, const RecoveryStore::Kept& kept) {
  messages_.post({Message::Kind::warning,
                  tr("Unsaved changes of %1 were kept on %2.")
                      .arg(QString::fromStdString(fs::path(page.path()).filename().string()), kept.when),
                  tr("Restore them"),
                  [this, path = page.path(), bytes = kept.bytes] {
                    if (EditorPage* again = editor(path)) again->editor().replaceText(bytes);
                  },
                  "recovery of " + page.path()});
}

EditorPage* Pages::editor(const std::string& path) const {
  for (EditorPage* page : editors()) {
    if (page->path() == path) return page;
  }
  return nullptr;
}

EditorPage* Pages::currentEditor() const {
  return qobject_cast<EditorPage*>(currentWidget());
}

CodeEditor* Pages::currentCode() const {
  if (EditorPage* page = currentEditor()) return &page->activeEditor();
  return currentWidget() ? qobject_cast<CodeEditor*>(currentWidget()->focusProxy()) : nullptr;
}

std::vector<EditorPage*> Pages::editors() const {
  std::vector<EditorPage*> pages;
  for (int i = 0; i < count(); ++i) {
    if (auto* page = qobject_cast<EditorPage*>(widget(i))) pages.push_back(page);
  }
  return pages;
}

std::map<std::string, std::string> Pages::unsavedTexts() const {
  std::map<std::string, std::string> texts;
  for (EditorPage* page : editors()) {
    if (page->differsFromDisk()) texts[page->path()] = page->text();
  }
  return texts;
}

void Pages::setWelcome(QWidget* page) {
  welcome_ = page;
  decorateTab(addTab(page, tr("Welcome")), tr("Close welcome page"));
}

bool Pages::previewInFront() const {
  return currentWidget() == preview_;
}

void Pages::showPreview(const QString& title) {
  int index = indexOf(preview_);
  if (index < 0) {
    index = addTab(preview_, theme_.icon("diff"), title);
    decorateTab(index, tr("Close preview"));
  }
  setTabText(index, title);
  setCurrentIndex(index);
  preview_->setFocus();
}

void Pages::closePreview() {
  if (const int index = indexOf(preview_); index >= 0) {
    removeTab(index);
    preview_->hide();
    if (EditorPage* page = editor(selection_.file())) setCurrentWidget(page), page->editor().setFocus();
    emit frontChanged();
  }
}

void Pages::showKept(QWidget& page, const QString& icon, const QString& title, const QString& closing) {
  if (indexOf(&page) < 0) {
    kept_[&page] = icon;
    decorateTab(addTab(&page, theme_.icon(icon), title), closing);
  }
  setTabText(indexOf(&page), title);
  setCurrentWidget(&page);
}

void Pages::nameKept(QWidget& page, const QString& title) {
  if (const int index = indexOf(&page); index >= 0) setTabText(index, title);
}

void Pages::showHelp(const QString& title, const QString& markdown) {
  if (!help_ || indexOf(help_) < 0) {
    help_ = new QTextBrowser(this);
    help_->setAccessibleName(tr("Help"));
    help_->setOpenExternalLinks(true);
    help_->document()->setDocumentMargin(24);
    decorateTab(addTab(help_, title), tr("Close help"));
  }
  setTabText(indexOf(help_), title);
  help_->setMarkdown(markdown);
  setCurrentWidget(help_);
}

void Pages::showComparison(const std::string& path, const QString& title, const std::string& before,
                           const std::string& after) {
  if (!comparison_) {
    comparison_ = new DiffView(theme_, this);
    decorateTab(addTab(comparison_, theme_.icon("diff"), title), tr("Close comparison"));
  }
  comparison_->setAccessibleName(title);
  comparison_->setFile(editsBetween(path, before, after), before, after);
  setTabText(indexOf(comparison_), title);
  setCurrentWidget(comparison_);
}

void Pages::save(EditorPage& page, bool overwrite) {
  page.save([this, &page](const Status& written) { onSaved(page, page.path(), written); }, overwrite);
}

void Pages::saveAs(EditorPage& page, const std::string& path) {
  page.saveAs(path, [this, &page, path](const Status& written) { onSaved(page, path, written); });
}

void Pages::onSaved(EditorPage& page, const std::string& path, const Status& written) {
  if (written.ok()) {
    messages_.clear(page.path());
    retitle(page);
    emit saved(page.path());
    return;
  }
  const bool stale = written.error().kind == ErrorKind::stale;
  messages_.post(
      {Message::Kind::error,
       tr("%1 Your text is still here, and kept aside.").arg(QString::fromStdString(written.error().message)),
       stale ? tr("Overwrite") : tr("Try again"),
       [this, path, stale, at = page.path()] {
         EditorPage* again = editor(at);
         if (again && path == at)
           save(*again, stale);
         else if (again)
           saveAs(*again, path);
       },
       page.path()});
}

void Pages::retitle(EditorPage& page) {
  const QString name = QString::fromStdString(fs::path(page.path()).filename().string());
  const int index = indexOf(&page);
  setTabText(index, page.isModified() ? name + " •" : name);
  setTabIcon(index, theme_.icon("file", "muted"));
  setTabToolTip(index, QString::fromStdString(page.path()) + (page.isModified() ? tr(" (unsaved)") : QString()));
  emit frontChanged();
}

void Pages::decorateTab(int index, const QString& closing) {
  auto* close = new QToolButton(this);
  close->setProperty("flat", true);
  close->setIcon(theme_.icon("close", "muted"));
  close->setIconSize({11, 11});
  close->setFixedSize(18, 18);
  close->setFocusPolicy(Qt::NoFocus);
  close->setToolTip(closing);
  close->setAccessibleName(closing);
  QWidget* page = widget(index);
  connect(close, &QToolButton::clicked, this, [this, page] { closePage(indexOf(page)); });
  connect(&theme_, &Theme::changed, close, [this, close] { close->setIcon(theme_.icon("close", "muted")); });
  tabBar()->setTabButton(index, QTabBar::RightSide, close);
}

void Pages::restyle() {
  for (EditorPage* page : editors()) retitle(*page);
  if (const int index = indexOf(preview_); index >= 0) setTabIcon(index, theme_.icon("diff"));
  for (const auto& [page, icon] : kept_) {
    if (const int index = indexOf(page); index >= 0) setTabIcon(index, theme_.icon(icon));
  }
}

bool Pages::mayClose(EditorPage& page) {
  if (!page.isModified()) return true;
  setCurrentWidget(&page);
  QMessageBox box(QMessageBox::NoIcon, tr("Unsaved changes"),
                  tr("%1 has unsaved changes.").arg(QString::fromStdString(fs::path(page.path()).filename().string())),
                  QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, window());
  box.setDefaultButton(QMessageBox::Save);
  const int answer = box.exec();
  if (answer == QMessageBox::Cancel) return false;
  if (answer == QMessageBox::Discard) {
    page.editor().setModified(false);
    page.dropRecovery();
    return true;
  }
  const Status written = page.saveNow();
  if (!written.ok()) {
    messages_.post({Message::Kind::error, QString::fromStdString(written.error().message), {}, {}, page.path()});
  }
  return written.ok();
}

bool Pages::closePage(int index) {
  if (index < 0) return true;
  QWidget* page = widget(index);
  if (page == preview_) {
    closePreview();
    return true;
  }
  if (kept_.contains(page)) {
    removeTab(index);
    page->hide();
    emit frontChanged();
    return true;
  }
  if (auto* editor = qobject_cast<EditorPage*>(page); editor && !mayClose(*editor)) return false;
  if (page == welcome_) welcome_ = nullptr;
  if (page == help_) help_ = nullptr;
  if (page == comparison_) comparison_ = nullptr;
  removeTab(index);
  for (EditorPage* other : editors()) other->updateSplit();  // it may show the text of the one that goes
  page->deleteLater();
  emit frontChanged();
  return true;
}

bool Pages::closeAll() {
  for (EditorPage* page : editors()) {
    if (!mayClose(*page)) return false;
  }
  return true;
}

}  // namespace warpwright::views
