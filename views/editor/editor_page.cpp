#include "views/editor/editor_page.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QSplitter>
#include <utility>

#include "core/base/file.h"
#include "views/editor/find_bar.h"
#include "views/editor/notes.h"
#include "views/editor/second_pane.h"
#include "views/shared/code_text.h"
#include "views/shared/dock_parts.h"
#include "views/shared/findings.h"
#include "views/shared/theme.h"

namespace warpwright::views {
namespace {

struct ChangedLines {
  std::vector<int> saved, unsaved;
};

std::vector<int> changedLines(const std::string& before, const std::string& now) {
  std::vector<int> lines;
  for (const DiffRow& row : diffRows(before, now)) {
    if (row.kind != DiffRow::Kind::same && row.right >= 0) lines.push_back(row.right + 1);
  }
  return lines;
}

}  // namespace

EditorPage::EditorPage(LoadedText text, Theme& theme, Findings& findings, Selection& selection,
                       const RecoveryStore& recovery, QWidget* parent)
    : QWidget(parent),
      theme_(theme),
      findings_(findings),
      selection_(selection),
      recovery_(recovery),
      path_(std::move(text.path)),
      opened_(text.bytes),
      disk_(text.bytes),
      state_(text.state),
      readOnly_(text.readOnly),
      isUtf8_(text.isUtf8),
      windowsLines_(text.windowsLines) {
  setAccessibleName(tr("Editor page %1").arg(QString::fromStdString(path_)));
  QWidget* bar = makeBar();
  editor_ = new CodeEditor(theme, this);
  editor_->load(text.bytes);
  auto* column = makeColumn(this);
  column->addWidget(bar);
  panes_ = new QSplitter(Qt::Horizontal, this);
  panes_->setAccessibleName(tr("Panes"));
  panes_->setChildrenCollapsible(false);
  panes_->addWidget(editor_);
  column->addWidget(panes_, 1);
  findBar_ = new FindBar(*editor_, theme, this);
  column->addWidget(findBar_);
  setFocusProxy(editor_);
  connectParts();
  showSelection();
  markSoon();
}

/// The bar above the text: where in the file one is, and what the heat margin shows.
QWidget* EditorPage::makeBar() {
  QWidget* bar = makeGround(this, "editorBar", tr("Place in the file"));
  breadcrumb_ = makeLabel(bar, tr("Kernel and subject"));
  auto* row = new QHBoxLayout(bar);
  row->setContentsMargins(10, 4, 10, 4);
  // The page is as narrow as the window wants: what the bar has no room for gives way.
  breadcrumb_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  row->addWidget(breadcrumb_, 3);
  heatChooser_ = new QComboBox(bar);
  heatChooser_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  heatChooser_->setMinimumContentsLength(12);
  heatChooser_->setAccessibleName(tr("What the heat margin shows"));
  heatName_ = makeFieldName(bar, tr("Heat"), heatChooser_);
  heatScale_ = makeLabel(bar, tr("Scale of the heat"));
  for (QWidget* part : std::initializer_list<QWidget*>{heatName_, heatChooser_, heatScale_}) {
    row->addWidget(part, part == heatChooser_ ? 2 : 0);
    part->hide();
  }
  connect(heatChooser_, &QComboBox::currentIndexChanged, this, &EditorPage::showHeat);
  return bar;
}

void EditorPage::connectParts() {
  settle_.setSingleShot(true);
  settle_.setInterval(400);
  connect(&settle_, &QTimer::timeout, this, [this] {
    updateChangeBar();
    keepAside();
  });
  connect(editor_, &CodeEditor::edited, this, [this] {
    settle_.start();
    loadCosts_.clear();
    emit edited();
  });
  connect(editor_, &CodeEditor::linesMoved, this,
          [this](uint32_t line, int delta) { findings_.moveLines(path_, line, delta); });
  connect(editor_, &CodeEditor::findingClicked, this, &EditorPage::findingClicked);
  connect(editor_, &QsciScintilla::modificationChanged, this, &EditorPage::modified);
  connect(&selection_, &Selection::findingChanged, this, &EditorPage::showSelection);
  connect(&selection_, &Selection::kernelChanged, this, &EditorPage::updateBar);
  connect(&findings_, &Findings::changed, this, &EditorPage::markSoon);
  connect(&theme_, &Theme::changed, this, &EditorPage::updateBar);
  connect(&theme_, &Theme::changed, this, &EditorPage::showHeat);
}

CodeEditor& EditorPage::activeEditor() {
  return second_ && isSecondActive_ ? second_->editor() : *editor_;
}

void EditorPage::setSplit(bool split, std::function<std::vector<EditorPage*>()> open) {
  if (split == isSplit()) return;
  isSecondActive_ = split;
  if (!split) {
    std::exchange(second_, nullptr)->deleteLater();
    editor_->setFocus();
    return;
  }
  open_ = std::move(open);
  second_ = new SecondPane(theme_, panes_);
  panes_->addWidget(second_);
  panes_->setSizes({1, 1});
  second_->setPages(open_(), this);
  int line = 0, column = 0;
  editor_->getCursorPosition(&line, &column);
  second_->editor().showLine(static_cast<uint32_t>(line) + 1, static_cast<uint32_t>(column) + 1);
  connect(second_, &SecondPane::closeRequested, this, [this] { setSplit(false); });
  connect(second_, &SecondPane::chosen, this, [this](EditorPage* page) {
    second_->setPages(open_(), page);
    second_->editor().setFocus();
  });
  connect(&second_->editor(), &QsciScintillaBase::SCN_FOCUSIN, this, [this] { isSecondActive_ = true; });
  connect(editor_, &QsciScintillaBase::SCN_FOCUSIN, second_, [this] { isSecondActive_ = false; });
  second_->editor().setFocus();
}

void EditorPage::updateSplit() {
  if (!second_) return;
  const std::vector<EditorPage*> pages = open_();
  EditorPage* shown = second_->shown();
  second_->setPages(pages, std::find(pages.begin(), pages.end(), shown) != pages.end() ? shown : this);
}

void EditorPage::setHeat(std::vector<HeatMap> maps) {
  const QString chosen = heatChooser_->currentText();
  heat_ = std::move(maps);
  const QSignalBlocker quiet(heatChooser_);
  heatChooser_->clear();
  heatChooser_->addItem(tr("None"));
  for (const HeatMap& map : heat_) heatChooser_->addItem(QString::fromStdString(map.name));
  const int same = heatChooser_->findText(chosen);
  heatChooser_->setCurrentIndex(same >= 0 ? same : heat_.empty() ? 0 : 1);
  showHeat();
}

void EditorPage::setLoadCosts(std::map<std::pair<uint32_t, uint32_t>, QString> costs) {
  if (loadCosts_ == costs) return;
  loadCosts_ = std::move(costs);
  showFindings();
}

void EditorPage::showHeat() {
  for (QWidget* part : std::initializer_list<QWidget*>{heatName_, heatChooser_}) part->setVisible(!heat_.empty());
  const int index = heatChooser_->currentIndex() - 1;
  const bool shown = index >= 0 && index < static_cast<int>(heat_.size());
  heatScale_->setVisible(shown);
  const HeatMap map = shown ? heat_[static_cast<size_t>(index)] : HeatMap{};
  editor_->setHeat(map);
  if (!shown) return;
  QString scale;
  for (int level = 1; level <= 5 && !theme_.isHighContrast(); ++level) {
    scale += QString("<span style=\"background-color:%1\">&nbsp;&nbsp;&nbsp;</span>")
                 .arg(theme_.color("heat-" + std::to_string(level)).name());
  }
  heatScale_->setText(scale + "&nbsp; 0–" + QString::fromStdString(heatText(map.highest)));
}

bool EditorPage::isModified() const {
  return editor_->isModified() || isOther_;
}

bool EditorPage::differsFromDisk() const {
  return isModified() || diskState(path_) != state_;
}

QString EditorPage::encoding() const {
  QString text = isUtf8_ ? QStringLiteral("UTF-8") : tr("not UTF-8, bytes kept");
  return text + (windowsLines_ ? QStringLiteral(" · CRLF") : QStringLiteral(" · LF"));
}

void EditorPage::save(std::function<void(Status)> done, bool overwrite) {
  write(path_, overwrite, std::move(done));
}

void EditorPage::saveAs(const std::filesystem::path& path, std::function<void(Status)> done) {
  // Another name was confirmed in the dialog that asked for it.
  write(path, path.string() != path_, std::move(done));
}

void EditorPage::write(const std::filesystem::path& path, bool overwrite, std::function<void(Status)> done) {
  const std::string now = text();
  runThrough(
      saveDoor_,
      [path, now, overwrite, known = disk_.toStdString()]() -> Status {
        const Result<std::string> there = readFile(path);
        if (!overwrite && there.ok() && *there != known && *there != now) {
          return Error{ErrorKind::stale,
                       path.filename().string() +
                           " was changed by another program since it was opened here. Nothing was "
                           "written.",
                       std::nullopt};
        }
        return writeFileAtomically(path, now);
      },
      [this, path, now, done = std::move(done)](Status written) {
        if (!written.ok()) {
          keepAside();
        } else {
          if (path.string() != path_) {
            recovery_.drop(path_);
            path_ = path.string();
            readOnly_ = false;
          }
          // Typing went on while the disk wrote: then only what the disk holds is known.
          if (text() == now)
            setSaved();
          else
            disk_ = QByteArray::fromStdString(now), state_ = diskState(path_);
        }
        done(std::move(written));
      });
}

Status EditorPage::saveNow() {
  const Status written = writeFileAtomically(path_, text());
  if (written.ok()) setSaved();
  return written;
}

void EditorPage::reload(const LoadedText& text, const std::vector<TextEdit>& edits) {
  readOnly_ = text.readOnly;
  isUtf8_ = text.isUtf8;
  windowsLines_ = text.windowsLines;
  editor_->applyEdits(edits);
  setSaved();
  disk_ = text.bytes;
  state_ = text.state;
}

void EditorPage::keepMine(const QByteArray& onDisk, const DiskState& state) {
  disk_ = onDisk;
  state_ = state;
  if (editor_->bytes() == disk_) return setSaved();
  isOther_ = true;
  emit modified(true);
  updateChangeBar();
  keepAside();
}

void EditorPage::setSaved() {
  disk_ = editor_->bytes();
  state_ = diskState(path_);
  editor_->setModified(false);
  if (std::exchange(isOther_, false)) emit modified(false);
  recoveryJob_.cancel();
  recovery_.drop(path_);
  updateChangeBar();
}

/// The many marks of a long file have a turn of the event loop to themselves.
void EditorPage::markSoon() {
  constexpr int longFile = 2000;
  marksDoor_.close();
  if (editor_->lines() <= longFile) return showFindings();
  marksDoor_.inOwnTurn([this] { showFindings(); });
}

void EditorPage::showFindings() {
  std::vector<EditorFinding> here;
  const auto placed = findings_.inFile(path_);
  here.reserve(placed.size());
  for (const PlacedFinding& finding : placed) {
    // What is about loads stands at the loads.
    const bool isQuiet = isTrade(*finding.opportunity, findings_.passes()) ||
                         describe(findings_.passes(), finding.opportunity->pass).family == Family::cachePolicy;
    here.push_back({finding.key, *finding.opportunity, finding.isAlternative, isQuiet});
  }
  std::vector<EditorLoad> loads;
  for (const PlacedLoad& placed : findings_.loadsIn(path_)) {
    const auto cost = loadCosts_.find({placed.load.at.line, placed.load.at.column});
    loads.push_back({placed.key, placed.load, loadAdvice(*placed.opportunity, placed.load),
                     cost == loadCosts_.end() ? QString() : cost->second});
  }
  std::vector<Diagnostic> errors;
  for (const auto& [name, unit] : findings_.units()) {
    for (const Diagnostic& error : unit.errors) {
      if (error.range.begin.file == path_) errors.push_back(error);
    }
  }
  editor_->setFindings(std::move(here), std::move(errors));
  editor_->setLoads(std::move(loads));
  showSelection();
}

void EditorPage::showSelection() {
  std::vector<uint32_t> lines;
  if (const Opportunity* opportunity = findings_.find(selection_.finding())) {
    for (const Evidence& evidence : opportunity->evidence) {
      if (evidence.at.file == path_) lines.push_back(evidence.at.line);
    }
  }
  editor_->setEvidenceLines(lines);
  updateBar();
}

void EditorPage::updateBar() {
  QString text = QString::fromStdString(selection_.kernel());
  const Opportunity* opportunity = findings_.find(selection_.finding());
  if (opportunity && opportunity->range.begin.file == path_) {
    text = "`" + QString::fromStdString(opportunity->kernel) + "`" + QStringLiteral("  ›  ") + "`" +
           QString::fromStdString(opportunity->subject) + "`";
  } else if (!text.isEmpty()) {
    text = "`" + text + "`";
  } else {
    text = QString::fromStdString(std::filesystem::path(path_).filename().string());
  }
  if (readOnly_) text += tr("   read-only");
  breadcrumb_->setText(codeHtml(text, theme_));
}

void EditorPage::updateChangeBar() {
  changeJob_.run(
      [opened = opened_.toStdString(), disk = disk_.toStdString(), now = text()](std::stop_token) {
        ChangedLines lines;
        if (now != disk) lines.unsaved = changedLines(disk, now);
        if (now != opened) lines.saved = changedLines(opened, now);
        return lines;
      },
      [this](ChangedLines lines) {
        std::erase_if(lines.saved, [&](int line) {
          return std::find(lines.unsaved.begin(), lines.unsaved.end(), line) != lines.unsaved.end();
        });
        editor_->setChangedLines(lines.saved, lines.unsaved);
      });
}

void EditorPage::keepAside() {
  if (!isModified()) {
    recovery_.drop(path_);
    return;
  }
  recoveryJob_.run([store = recovery_, path = path_, bytes = editor_->bytes()](
                       std::stop_token stop) { return stop.stop_requested() ? Status() : store.keep(path, bytes); },
                   [this](Status kept) {
                     if (!kept.ok()) emit recoveryFailed(QString::fromStdString(kept.error().message));
                   });
}

}  // namespace warpwright::views
