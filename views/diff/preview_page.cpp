#include "views/diff/preview_page.h"

#include <QButtonGroup>
#include <QComboBox>
#include <QFrame>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QRegularExpression>
#include <QResizeEvent>
#include <QStyle>
#include <QToolButton>
#include <algorithm>
#include <filesystem>

#include "core/base/number_text.h"
#include "views/diff/diff_view.h"
#include "views/diff/fact_row.h"
#include "views/diff/parameter_row.h"
#include "views/diff/stack_row.h"
#include "views/shared/code_text.h"
#include "views/shared/dock_parts.h"
#include "views/shared/flow_layout.h"
#include "views/shared/message_text.h"
#include "views/shared/theme.h"

namespace warpwright::views {
namespace {

QString fileName(const std::string& path) {
  return QString::fromStdString(std::filesystem::path(path).filename().string());
}

QPushButton* button(const QString& text, QWidget* parent) {
  auto* made = new QPushButton(text, parent);
  made->setAccessibleName(text);
  return made;
}

QToolButton* segment(const QString& text, QWidget* parent) {
  auto* made = new QToolButton(parent);
  made->setText(text);
  made->setAccessibleName(text);
  made->setCheckable(true);
  made->setProperty("segment", true);
  return made;
}

/// How a program that was of no use ended: mostly it says itself what it lacks.
QString saidBy(const EngineRun& run) {
  const std::string& printed = run.errorOutput.empty() ? run.output : run.errorOutput;
  QStringList lines;
  for (const QString& line : QString::fromStdString(printed).split('\n', Qt::SkipEmptyParts)) {
    if (lines.size() < 3) lines << line.simplified().left(160).replace('`', '\'');
  }
  if (lines.isEmpty())
    return run.exitCode == 0 ? QString() : PreviewPage::tr(" It left with exit code %1.").arg(run.exitCode);
  return PreviewPage::tr(" The program printed `%1` and left with exit code %2.")
      .arg(lines.join("` `"))
      .arg(run.exitCode);
}

}  // namespace

PreviewPage::PreviewPage(Theme& theme, QWidget* parent) : QWidget(parent), theme_(theme) {
  setAccessibleName(tr("Preview of a rewrite"));
  setFocusPolicy(Qt::StrongFocus);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(makeHead());
  parameters_ = new ParameterRow(this);
  column->addWidget(parameters_);
  connect(parameters_, &ParameterRow::valuesChanged, this, &PreviewPage::valuesChanged);
  stack_ = new StackRow(theme, this);
  column->addWidget(stack_);
  connect(stack_, &StackRow::chosen, this, &PreviewPage::stackRequested);
  facts_ = new FactRow(theme, this);
  column->addWidget(facts_);
  diff_ = new DiffView(theme, this);
  column->addWidget(diff_, 1);
  column->addWidget(makeResult());
  column->addWidget(makeActions());
  connect(diff_, &DiffView::hunkChanged, this, [this](int hunk) {
    hunks_->setText(tr("%1 of %n hunks", nullptr, diff_->hunkCount()).arg(hunk + 1));
    previous_->setEnabled(hunk > 0);
    next_->setEnabled(hunk + 1 < diff_->hunkCount());
  });
  // Labels with colours in their text do not follow a style sheet.
  connect(&theme_, &Theme::changed, this, [this] {
    showTitle();
    facts_->show(preview_, device_);
    fillResult();
  });
  restyle();
}

QWidget* PreviewPage::makeHead() {
  QWidget* head = makeGround(this, "parameterRow", tr("Title and view"));
  auto* row = new QHBoxLayout(head);
  row->setContentsMargins(12, 7, 12, 7);
  row->setSpacing(10);
  files_ = new QComboBox(head);
  files_->setAccessibleName(tr("File of the rewrite"));
  connect(files_, &QComboBox::activated, this, &PreviewPage::showFile);
  row->addWidget(files_);
  title_ = makeLabel(head, tr("Title of the rewrite"));
  title_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  row->addWidget(title_, 1);
  auto* view = new QLabel(tr("View"), head);
  view->setAccessibleName(tr("View"));
  view->setProperty("muted", true);
  row->addWidget(view);
  auto* group = new QButtonGroup(this);
  sideBySide_ = segment(tr("Side by side"), head);
  unified_ = segment(tr("Unified"), head);
  group->addButton(sideBySide_);
  group->addButton(unified_);
  sideBySide_->setChecked(true);
  auto* pair = new QHBoxLayout;
  pair->setSpacing(0);
  pair->addWidget(sideBySide_);
  pair->addWidget(unified_);
  row->addLayout(pair);
  connect(unified_, &QToolButton::toggled, this, [this](bool on) { diff_->setUnified(on); });
  return head;
}

QWidget* PreviewPage::makeResult() {
  result_ = new QFrame(this);
  result_->setObjectName("message");
  result_->setAccessibleName(tr("Result of the verification"));
  resultShape_ = new QLabel(result_);
  resultShape_->setAccessibleName(tr("State of the verification"));
  resultText_ = new QLabel(result_);
  resultText_->setAccessibleName(tr("Result"));
  resultText_->setWordWrap(true);
  resultText_->setTextFormat(Qt::RichText);
  progress_ = new QProgressBar(result_);
  progress_->setAccessibleName(tr("Progress of the verification"));
  progress_->setTextVisible(false);
  progress_->setFixedWidth(180);
  cancel_ = button(tr("Cancel"), result_);
  connect(cancel_, &QPushButton::clicked, this, &PreviewPage::cancelRequested);
  auto* row = new QHBoxLayout(result_);
  row->setContentsMargins(12, 6, 12, 6);
  row->setSpacing(8);
  row->addWidget(resultShape_);
  row->addWidget(resultText_, 1);
  row->addWidget(progress_);
  row->addWidget(cancel_);
  result_->hide();
  return result_;
}

QWidget* PreviewPage::makeActions() {
  auto* actions = new QWidget(this);
  actions->setObjectName("actionRow");
  actions->setAttribute(Qt::WA_StyledBackground);
  actions->setAccessibleName(tr("Next steps"));
  hunks_ = new QLabel(actions);
  hunks_->setAccessibleName(tr("Position in the difference"));
  hunks_->setProperty("muted", true);
  previous_ = button(tr("Previous"), actions);
  next_ = button(tr("Next"), actions);
  arguments_ = new QLineEdit(actions);
  arguments_->setAccessibleName(tr("Arguments of the program"));
  arguments_->setPlaceholderText(tr("Program arguments"));
  arguments_->setToolTip(tr("What the program gets on its command line when it is verified"));
  arguments_->setMinimumWidth(150);
  arguments_->setMaximumWidth(240);
  auto* to = new QLabel(tr("Apply to"), actions);
  to->setAccessibleName(tr("Apply to"));
  to->setProperty("muted", true);
  places_ = new QComboBox(actions);
  places_->setAccessibleName(tr("Where Apply puts the change"));
  to->setBuddy(places_);
  verify_ = button(tr("Verify on CPU"), actions);
  apply_ = button(tr("Apply"), actions);
  auto* row = new FlowLayout(actions);
  row->setContentsMargins(12, 9, 12, 9);
  for (QWidget* widget :
       std::initializer_list<QWidget*>{hunks_, previous_, next_, arguments_, to, places_, verify_, apply_})
    row->addWidget(widget);
  row->setAlignment(arguments_, Qt::AlignRight);
  connect(previous_, &QPushButton::clicked, this, [this] { diff_->showHunk(diff_->currentHunk() - 1); });
  connect(next_, &QPushButton::clicked, this, [this] { diff_->showHunk(diff_->currentHunk() + 1); });
  connect(verify_, &QPushButton::clicked, this, &PreviewPage::verifyRequested);
  connect(apply_, &QPushButton::clicked, this, [this] { emit applyRequested(place()); });
  connect(places_, &QComboBox::currentIndexChanged, this, &PreviewPage::updateApply);
  connect(arguments_, &QLineEdit::returnPressed, this, &PreviewPage::verifyRequested);
  return actions;
}

void PreviewPage::setPreview(Preview preview) {
  preview_ = std::move(preview);
  failure_.clear();
  verifying_ = older_ = false;
  files_->clear();
  for (const FileEdits& file : preview_.rewrite.files) {
    files_->addItem(file.creates ? tr("%1 (new)").arg(fileName(file.file)) : fileName(file.file));
  }
  files_->setVisible(files_->count() > 1);
  fillPlaces();
  resetStack();
  showTitle();
  parameters_->setParameters(describe(preview_.passes, preview_.opportunity.pass), preview_.opportunity.parameters,
                             preview_.values);
  showFile(0);
  facts_->show(preview_, device_);
  fillResult();
}

void PreviewPage::resetStack() {
  VariantSteps steps = preview_.steps;
  if (steps.empty() && !preview_.key.id.empty()) steps = {{preview_.key.id, preview_.values}};
  stack_->setStack(preview_.passes, preview_.choices, std::move(steps));
}

ApplyTo PreviewPage::place() const {
  return static_cast<ApplyTo>(std::max(0, places_->currentIndex()));
}

void PreviewPage::fillPlaces() {
  const QSignalBlocker quiet(places_);
  const int chosen = std::max(0, places_->currentIndex());
  places_->clear();
  // In the order of `ApplyTo`.
  places_->addItem(tr("Your files (%1)").arg(preview_.rewrite.files.size()));
  places_->addItem(tr("A new branch"));
  places_->addItem(tr("A patch"));
  places_->setItemData(1, tr("A commit on top of what is checked out; your files stay as they are"), Qt::ToolTipRole);
  places_->setItemData(2, tr("A file to hand on; your files stay as they are"), Qt::ToolTipRole);
  places_->setCurrentIndex(chosen);
}

void PreviewPage::showFile(int index) {
  if (index < 0 || index >= static_cast<int>(preview_.rewrite.files.size())) return;
  const FileEdits& file = preview_.rewrite.files[static_cast<size_t>(index)];
  diff_->setFile(file, preview_.before.at(file.file), preview_.after.at(file.file));
}

void PreviewPage::showTitle() {
  title_->setToolTip(messageText(preview_.opportunity.title));
  title_->setText("<b>" + messageHtml(preview_.opportunity.title, theme_) + "</b>");
}

void PreviewPage::setDevice(const QString& name) {
  if (name == device_) return;
  device_ = name;
  facts_->show(preview_, device_);
}

void PreviewPage::setReparsed(std::optional<KernelSummary> kernel, size_t newErrors) {
  preview_.kernelAfter = std::move(kernel);
  preview_.newErrors = newErrors;
  facts_->show(preview_, device_);
}

void PreviewPage::setUpdating(bool updating) {
  hunks_->setText(updating ? tr("updating")
                           : tr("%1 of %n hunks", nullptr, diff_->hunkCount()).arg(diff_->currentHunk() + 1));
}

void PreviewPage::setVerifying(const EngineProgress& progress) {
  verifying_ = true;
  failure_.clear();
  preview_.verification.reset();
  showProgress(*progress_, progress.fraction, theme_.reducesMotion());
  fillResult();
  const QString text = QString::fromStdString(progress.text.empty() ? progress.phase : progress.text);
  resultText_->setText("<b>" + tr("Verifying on the CPU engine.") + "</b> " + text.toHtmlEscaped());
}

void PreviewPage::setVerification(std::optional<Verification> verification, const QString& failure) {
  verifying_ = false;
  failure_ = failure;
  preview_.verification = std::move(verification);
  fillResult();
}

void PreviewPage::setOlder(bool older) {
  if (older == older_) return;
  older_ = older;
  fillResult();
}

void PreviewPage::fillResult() {
  const auto& verification = preview_.verification;
  const bool broken = !failure_.isEmpty() || (verification && !verification->identical);
  progress_->setVisible(verifying_);
  cancel_->setVisible(verifying_);
  result_->setVisible(verifying_ || verification || !failure_.isEmpty() || older_);
  result_->setProperty("kind", verifying_ ? "note" : broken ? "error" : older_ ? "warning" : "ok");
  result_->style()->unpolish(result_);
  result_->style()->polish(result_);
  resultShape_->setPixmap(theme_.shape(verifying_ ? "running"
                                       : broken   ? "differs"
                                       : older_   ? "warning"
                                                  : "identical",
                                       14, devicePixelRatioF()));
  if (!failure_.isEmpty()) resultText_->setText(codeHtml(failure_, theme_));
  if (verification) {
    QString text = QString::fromStdString(verification->summary);
    if (!verification->identical && !verification->differences.empty() &&
        !text.contains(QString::fromStdString(verification->differences.front().message))) {
      text += ' ' + QString::fromStdString(verification->differences.front().message);
    }
    const double seconds = verification->original.seconds + verification->variant.seconds;
    if (seconds > 0) text += tr("  %1").arg(QString::fromStdString(durationText(seconds)));
    if (!arguments().isEmpty()) text += tr(", input `%1`").arg(arguments());
    if (!verification->identical) text += saidBy(verification->original);
    // The first word is the answer: it stands out.
    static const QRegularExpression endOfAnswer("[.:](\\s|$)");
    const qsizetype stop = text.indexOf(endOfAnswer);
    resultText_->setText("<b>" + codeHtml(text.left(stop + 1), theme_) + "</b>" + codeHtml(text.mid(stop + 1), theme_));
  }
  if (older_ && !verifying_)
    resultText_->setText("<b>" + tr("Of an older text.") + "</b> " +
                         tr("The text has changed since this preview. Preview it again (F7)."));
  const bool adds = preview_.rewrite.onlyCreates(), ready = mayApply();
  // A button that is switched off hands the focus on, to anywhere: it stays on this page instead.
  if (verifying_ && (verify_->hasFocus() || arguments_->hasFocus())) setFocus();
  verify_->setEnabled(!verifying_ && !adds && !older_);
  verify_->setToolTip(adds ? tr("Nothing to verify: the change adds files, and the program stays as it is.")
                           : QString());
  updateApply();
  verify_->setProperty("primary", !ready);
  // What launched nothing mostly wants other words.
  if (verification && !verification->identical && verification->original.launches.empty() && !verifying_)
    arguments_->setFocus();
  restyle();
}

void PreviewPage::updateApply() {
  const bool patch = place() == ApplyTo::patch, ready = mayApply();
  const QString text = patch ? tr("Save patch…") : place() == ApplyTo::branch ? tr("Commit…") : tr("Apply");
  apply_->setText(text);
  apply_->setAccessibleName(text);
  // A patch changes nothing yet: it needs no run before.
  apply_->setEnabled((ready || patch) && !verifying_ && !older_);
  apply_->setToolTip(older_   ? tr("The text has changed since the preview. Preview it again.")
                     : patch  ? tr("Save the difference as a file (Ctrl+Shift+Enter)")
                     : !ready ? tr("Verify first. The menu Opportunity applies without it, and says so.")
                     : place() == ApplyTo::branch ? tr("Commit the change to a new branch (Ctrl+Shift+Enter)")
                                                  : tr("Write the change; one undo takes it back (Ctrl+Shift+Enter)"));
  apply_->setProperty("primary", ready);
}

void PreviewPage::restyle() {
  for (QPushButton* one : {verify_, apply_}) {
    one->style()->unpolish(one);
    one->style()->polish(one);
  }
  apply_->setIcon(theme_.icon("apply", mayApply() ? "onaccent" : "text"));
  previous_->setIcon(theme_.icon("previous"));
  resultText_->setMinimumHeight(0);
}

QString PreviewPage::arguments() const {
  return arguments_->text();
}

void PreviewPage::setArguments(const QString& arguments) {
  arguments_->setText(arguments);
}

QString PreviewPage::resultText() const {
  return result_->isHidden() ? QString() : resultText_->text();
}

void PreviewPage::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  // Below 60 columns a side one text below the other reads better.
  if (width() < 880 && event->oldSize().width() >= 880) unified_->setChecked(true);
}

void PreviewPage::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_N) {
    diff_->showHunk(diff_->currentHunk() + 1);
  } else if (event->key() == Qt::Key_P) {
    diff_->showHunk(diff_->currentHunk() - 1);
  } else if (event->key() == Qt::Key_S) {
    stack_->openList();
  } else {
    QWidget::keyPressEvent(event);
  }
}

}  // namespace warpwright::views
