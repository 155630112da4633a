#include "views/diff/preview_page.h"

#include <QButtonGroup>
#include <QComboBox>
#include <QFrame>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QProgressBar>
#include <QPushButton>
#include <QRegularExpression>
#include <QResizeEvent>
#include <QStyle>
#include <QToolButton>
#include <algorithm>
#include <filesystem>

#include "core/base/number_text.h"
#include "core/finding/finding_text.h"
#include "core/finding/parameter_values.h"
#include "core/report/occupancy_chart.h"
#include "views/diff/diff_view.h"
#include "views/diff/parameter_words.h"
#include "views/diff/stack_row.h"
#include "views/shared/code_text.h"
#include "views/shared/message_text.h"
#include "views/shared/theme.h"

namespace warpwright::views {
namespace {

/// Of all parameters together.
constexpr size_t mostButtons = 8;

void clearRow(QLayout* row) {
  while (QLayoutItem* item = row->takeAt(0)) {
    delete item->widget();
    delete item;
  }
}

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
  column->addWidget(makeParameters());
  stack_ = new StackRow(theme, this);
  column->addWidget(stack_);
  connect(stack_, &StackRow::chosen, this, &PreviewPage::stackRequested);
  auto* facts = new QWidget(this);
  facts->setObjectName("facts");
  facts->setAttribute(Qt::WA_StyledBackground);
  facts->setAccessibleName(tr("Facts about the rewrite"));
  factRow_ = new QHBoxLayout(facts);
  factRow_->setContentsMargins(0, 0, 0, 0);
  factRow_->setSpacing(0);
  column->addWidget(facts);
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
    fillParameters();
    fillFacts();
    fillResult();
  });
  restyle();
}

QWidget* PreviewPage::makeParameters() {
  parameters_ = new QWidget(this);
  parameters_->setObjectName("parameterRow");
  parameters_->setAttribute(Qt::WA_StyledBackground);
  parameters_->setAccessibleName(tr("Parameters and view"));
  auto* row = new QHBoxLayout(parameters_);
  row->setContentsMargins(12, 7, 12, 7);
  row->setSpacing(10);
  files_ = new QComboBox(parameters_);
  files_->setAccessibleName(tr("File of the rewrite"));
  connect(files_, &QComboBox::activated, this, &PreviewPage::showFile);
  row->addWidget(files_);
  parameterRow_ = new QHBoxLayout;
  parameterRow_->setSpacing(0);
  row->addLayout(parameterRow_);
  row->addStretch(1);
  auto* view = new QLabel(tr("View"), parameters_);
  view->setAccessibleName(tr("View"));
  view->setProperty("muted", true);
  row->addWidget(view);
  auto* group = new QButtonGroup(this);
  sideBySide_ = segment(tr("Side by side"), parameters_);
  unified_ = segment(tr("Unified"), parameters_);
  group->addButton(sideBySide_);
  group->addButton(unified_);
  sideBySide_->setChecked(true);
  auto* pair = new QHBoxLayout;
  pair->setSpacing(0);
  pair->addWidget(sideBySide_);
  pair->addWidget(unified_);
  row->addLayout(pair);
  connect(unified_, &QToolButton::toggled, this, [this](bool on) { diff_->setUnified(on); });
  return parameters_;
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
  auto* row = new QHBoxLayout(actions);
  row->setContentsMargins(12, 9, 12, 9);
  row->setSpacing(8);
  for (QWidget* widget : std::initializer_list<QWidget*>{hunks_, previous_, next_}) row->addWidget(widget);
  row->addStretch(1);
  for (QWidget* widget : std::initializer_list<QWidget*>{arguments_, to, places_, verify_, apply_})
    row->addWidget(widget);
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
  verifying_ = false;
  files_->clear();
  for (const FileEdits& file : preview_.rewrite.files) {
    files_->addItem(file.creates ? tr("%1 (new)").arg(fileName(file.file)) : fileName(file.file));
  }
  files_->setVisible(files_->count() > 1);
  fillPlaces();
  resetStack();
  fillParameters();
  showFile(0);
  fillFacts();
  fillResult();
}

void PreviewPage::resetStack() {
  VariantSteps steps = preview_.steps;
  if (steps.empty() && !preview_.key.id.empty()) steps = {{preview_.key.id, preview_.values}};
  stack_->setStack(preview_.choices, std::move(steps));
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

void PreviewPage::fillParameters() {
  clearRow(parameterRow_);
  auto* title = new QLabel(parameters_);
  title->setAccessibleName(tr("Title of the rewrite"));
  title->setToolTip(messageText(preview_.opportunity.title));
  title->setText("<b>" + messageHtml(preview_.opportunity.title, theme_) + "</b>");
  parameterRow_->addWidget(title);
  const std::vector<Parameter>& parameters = preview_.opportunity.parameters;
  size_t choices = 0;
  for (const Parameter& parameter : parameters) choices += offeredValues(parameters, parameter, preview_.values).size();
  for (const Parameter& parameter : parameters) {
    const std::vector<std::string>& offered = offeredValues(parameters, parameter, preview_.values);
    if (offered.empty()) continue;
    const QString name = parameterWords(parameter.name);
    auto* label = new QLabel("   " + name + "  ", parameters_);
    label->setToolTip(QString::fromStdString(parameter.name));  // as the command line has it
    label->setAccessibleName(tr("Parameter %1").arg(name));
    parameterRow_->addWidget(label);
    const auto chosen = preview_.values.find(parameter.name);
    const std::string value = chosen != preview_.values.end() ? chosen->second : offered.front();
    const auto choose = [this, name = parameter.name](const QString& now) {
      emit valuesChanged(withValue(preview_.opportunity.parameters, preview_.values, name, now.toStdString()));
    };
    // More buttons would take the room of the panels beside the page.
    if (choices > mostButtons) {
      auto* box = new QComboBox(parameters_);
      box->setAccessibleName(tr("Value of %1").arg(name));
      for (const std::string& one : offered) box->addItem(valueWords(one), QString::fromStdString(one));
      box->setCurrentText(valueWords(value));
      connect(box, &QComboBox::activated, this, [choose, box](int at) { choose(box->itemData(at).toString()); });
      parameterRow_->addWidget(box);
      continue;
    }
    auto* group = new QButtonGroup(label);
    for (const std::string& one : offered) {
      QToolButton* tool = segment(valueWords(one), parameters_);
      tool->setAccessibleName(tr("%1 %2").arg(name, valueWords(one)));
      tool->setChecked(one == value);
      group->addButton(tool);
      connect(tool, &QToolButton::clicked, this, [choose, one] { choose(QString::fromStdString(one)); });
      parameterRow_->addWidget(tool);
    }
  }
}

void PreviewPage::fillFacts() {
  clearRow(factRow_);
  const auto add = [this](const QString& name, const QString& value, const QString& condition = {}) {
    auto* fact = new QLabel(this);
    fact->setObjectName("fact");
    fact->setTextFormat(Qt::RichText);
    fact->setAccessibleName(name);
    fact->setMargin(8);
    fact->setText(QString("<span style=\"color:%1\">%2</span><br><b>%3</b> <span style=\"color:%1\">%4</span>")
                      .arg(theme_.color("muted").name(), name, value, condition));
    factRow_->addWidget(fact, 1);
  };
  const QString arrow = QStringLiteral(" → ");
  const KernelSummary& kernel = preview_.kernel;
  if (!kernel.launches.empty()) {
    const auto threadsOf = [](const KernelSummary& of) {
      std::optional<uint64_t> threads = of.launches.empty() ? std::nullopt : std::optional<uint64_t>(1);
      if (threads) {
        for (const auto& extent : of.launches.front().block) {
          threads = threads && extent ? std::optional<uint64_t>(*threads * *extent) : std::nullopt;
        }
      }
      return threads ? QLocale().toString(qulonglong(*threads)) : QString(missingValue);
    };
    const QString before = threadsOf(kernel), now = preview_.kernelAfter ? threadsOf(*preview_.kernelAfter) : before;
    add(tr("Threads a block"), now == before ? before : before + arrow + now,
        kernel.launches.size() > 1 ? tr("first of %1 launches").arg(kernel.launches.size()) : QString());
  }
  const auto registers = [](const KernelResources& of) {
    if (of.registers) return QString::number(*of.registers);
    if (of.registersLow && of.registersHigh) return QString("%1–%2").arg(*of.registersLow).arg(*of.registersHigh);
    return QString(missingValue);
  };
  const KernelResources* after = preview_.kernelAfter ? &preview_.kernelAfter->resources : nullptr;
  const QString source = kernel.resources.source == "ptxas" ? tr("ptxas") : tr("estimate");
  const QString registersNow = registers(kernel.resources);
  if (registersNow != missingValue) {
    add(tr("Registers"), after ? registersNow + arrow + registers(*after) : registersNow, source);
  }
  const QString shared = QLocale().toString(qulonglong(kernel.resources.sharedBytes));
  add(tr("Shared"), (after ? shared + arrow + QLocale().toString(qulonglong(after->sharedBytes)) : shared) + " B");
  const auto caseBefore = occupancyCase(kernel);
  const auto caseAfter = preview_.kernelAfter ? occupancyCase(*preview_.kernelAfter) : std::nullopt;
  if (const auto device = findDevice(device_.toStdString());
      device.ok() && caseBefore && !caseBefore->registersSource.empty()) {
    const Occupancy was = computeOccupancy(*device, caseBefore->request);
    const Occupancy is = caseAfter ? computeOccupancy(*device, caseAfter->request) : was;
    const QString first = QString::fromStdString(occupancyPercent(was)),
                  second = QString::fromStdString(occupancyPercent(is));
    add(tr("Occupancy"), first == second ? first : first + arrow + second, QString::fromStdString(device->name));
  }
  if (preview_.opportunity.estimate.known) {
    add(tr("Speed-up"), QString::fromStdString(estimateText(preview_.opportunity.estimate)), tr("estimate"));
  }
  add(tr("Re-parse"), !preview_.newErrors        ? tr("running")
                      : *preview_.newErrors == 0 ? tr("no new errors")
                                                 : tr("%n new errors", nullptr, static_cast<int>(*preview_.newErrors)));
}

void PreviewPage::setDevice(const QString& name) {
  if (name == device_) return;
  device_ = name;
  fillFacts();
}

void PreviewPage::setReparsed(std::optional<KernelSummary> kernel, size_t newErrors) {
  preview_.kernelAfter = std::move(kernel);
  preview_.newErrors = newErrors;
  fillFacts();
}

void PreviewPage::setUpdating(bool updating) {
  hunks_->setText(updating ? tr("updating")
                           : tr("%1 of %n hunks", nullptr, diff_->hunkCount()).arg(diff_->currentHunk() + 1));
}

void PreviewPage::setVerifying(const EngineProgress& progress) {
  verifying_ = true;
  failure_.clear();
  preview_.verification.reset();
  progress_->setRange(0, progress.fraction < 0 ? 0 : 1000);
  if (progress.fraction >= 0) progress_->setValue(static_cast<int>(progress.fraction * 1000));
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

void PreviewPage::fillResult() {
  const auto& verification = preview_.verification;
  const bool broken = !failure_.isEmpty() || (verification && !verification->identical);
  progress_->setVisible(verifying_);
  cancel_->setVisible(verifying_);
  result_->setVisible(verifying_ || verification || !failure_.isEmpty());
  result_->setProperty("kind", verifying_ ? "note" : broken ? "error" : "ok");
  result_->style()->unpolish(result_);
  result_->style()->polish(result_);
  resultShape_->setPixmap(theme_.shape(verifying_ ? "running"
                                       : broken   ? "differs"
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
  const bool adds = preview_.rewrite.onlyCreates(), ready = mayApply();
  // A button that is switched off hands the focus on, to anywhere: it stays on this page instead.
  if (verifying_ && (verify_->hasFocus() || arguments_->hasFocus())) setFocus();
  verify_->setEnabled(!verifying_ && !adds);
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
  apply_->setEnabled((ready || patch) && !verifying_);
  apply_->setToolTip(patch    ? tr("Save the difference as a file (Ctrl+Shift+Enter)")
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
