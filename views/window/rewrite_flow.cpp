#include "views/window/rewrite_flow.h"

#include <QSettings>
#include <algorithm>
#include <filesystem>

#include "core/base/file.h"
#include "core/base/hash.h"
#include "core/execute/replay/trace_programs.h"
#include "core/session/tuning_history.h"
#include "views/shared/code_text.h"
#include "views/shared/findings.h"
#include "views/shared/message_bar.h"
#include "views/shared/message_text.h"
#include "views/window/analysis_queue.h"
#include "views/window/chosen_device.h"
#include "views/window/pages.h"
#include "views/window/program_run.h"
#include "views/window/trust.h"

namespace warpwright::views {
namespace fs = std::filesystem;
namespace {

/// The texts a rewrite starts from and ends in; unsaved ones come from the editors.
Result<Preview> withTexts(Preview preview, const std::map<std::string, std::string>& open) {
  for (const FileEdits& file : preview.rewrite.files) {
    std::string text;
    if (const auto unsaved = open.find(file.file); unsaved != open.end()) {
      text = unsaved->second;
    } else {
      Result<std::string> read = textBefore(file);
      if (!read.ok()) return read.error();
      text = std::move(*read);
    }
    Result<std::string> after = applyEdits(file, text);
    if (!after.ok()) return after.error();
    preview.before[file.file] = std::move(text);
    preview.after[file.file] = std::move(*after);
  }
  return preview;
}

}  // namespace

RewriteFlow::RewriteFlow(Services& services, AnalysisQueue& queue, Findings& findings, Selection& selection,
                         Pages& pages, MessageBar& messages, QSettings& settings, QObject* parent)
    : QObject(parent),
      services_(services),
      queue_(queue),
      findings_(findings),
      selection_(selection),
      pages_(pages),
      messages_(messages),
      settings_(settings) {
  PreviewPage& page = pages.preview();
  connect(&page, &PreviewPage::verifyRequested, this, &RewriteFlow::verify);
  connect(&page, &PreviewPage::cancelRequested, this, &RewriteFlow::cancel);
  connect(&page, &PreviewPage::stackRequested, this,
          [this](const VariantSteps& steps) { previewStack(pages_.preview().preview().key.unit, steps); });
  connect(&page, &PreviewPage::valuesChanged, this, [this](const ParameterValues& values) {
    pages_.preview().setUpdating(true);
    request(pages_.preview().preview().key, values);
  });
  connect(&pages, &Pages::frontChanged, this, &RewriteFlow::selectPreviewed);
  connect(&selection, &Selection::findingChanged, this, &RewriteFlow::leavePreview);
}

RewriteFlow::~RewriteFlow() = default;

QString RewriteFlow::whyNoPreview() const {
  const Opportunity* opportunity = findings_.find(selection_.finding());
  if (!opportunity) return tr("Select an applicable finding first.");
  if (opportunity->verdict == VerdictKind::refused) {
    return tr("Refused: %1").arg(plainText(messageText(opportunity->reason)));
  }
  if (opportunity->verdict == VerdictKind::unknown && !opportunity->isDecidedWhenMade) {
    return tr("Not decided: %1").arg(plainText(messageText(opportunity->reason)));
  }
  if (!isPolicy(*opportunity) || !startValues().empty()) return {};
  return findings_.policyOf(selection_.finding())
             ? tr("The computed graph keeps every load in L1: there is nothing to change.")
             : tr("Which loads to read past L1 takes a run to tell: Compute graph.");
}

bool RewriteFlow::isPolicy(const Opportunity& opportunity) const {
  return describe(findings_.passes(), opportunity.pass).family == Family::cachePolicy;
}

ParameterValues RewriteFlow::startValues() const {
  return startValuesOf(selection_.finding());
}

/// With which values a finding is previewed first. Of loads: as a run has chosen, else past L1 what no reuse is seen
/// of.
ParameterValues RewriteFlow::startValuesOf(const FindingKey& key) const {
  const Opportunity* opportunity = findings_.find(key);
  if (!opportunity || !isPolicy(*opportunity)) return {};
  const ParameterValues* chosen = findings_.policyOf(key);
  return chosen ? *chosen : candidateValues(*opportunity);
}

/// Is one of its changes what the selected finding is about?
bool RewriteFlow::isOfSelection() const {
  const Preview& shown = pages_.preview().preview();
  const FindingKey& selected = selection_.finding();
  if (!hasPreview_ || !selected.isValid() || shown.key.unit != selected.unit) return false;
  return shown.key.id == selected.id ||
         std::any_of(shown.steps.begin(), shown.steps.end(),
                     [&](const VariantStep& step) { return step.opportunity == selected.id; });
}

bool RewriteFlow::isPreviewMeant() const {
  return hasPreview_ && (pages_.previewInFront() || isOfSelection());
}

bool RewriteFlow::isPreviewOlder() const {
  if (!hasPreview_ || isWriting()) return false;
  const std::map<std::string, std::string>& before = pages_.preview().preview().before;
  return std::any_of(before.begin(), before.end(), [&](const auto& file) {
    const EditorPage* page = pages_.editor(file.first);
    return page && page->text() != file.second;
  });
}

/// What the preview in front is about is what the window is about.
void RewriteFlow::selectPreviewed() {
  if (!hasPreview_ || !pages_.previewInFront() || isOfSelection()) return;
  const FindingKey key = pages_.preview().preview().key;
  if (const KernelSummary* kernel = findings_.kernelOf(key)) selection_.setFinding(key, kernel->name);
}

/// Another finding was selected while a preview is in front: its place in the text comes there.
void RewriteFlow::leavePreview() {
  const Opportunity* opportunity = findings_.find(selection_.finding());
  if (!opportunity || !hasPreview_ || !pages_.previewInFront() || isOfSelection()) return;
  const SourcePosition at = opportunity->range.begin;
  pages_.open(at.file, [at](EditorPage& page) { page.editor().showLine(at.line, std::max<uint32_t>(1, at.column)); });
}

QString RewriteFlow::whyNoApply() const {
  if (!hasPreview_) return tr("Preview the rewrite first.");
  if (!isPreviewMeant())
    return tr("The preview is not about the selected finding. Preview this one first, or go to the preview.");
  if (isPreviewOlder()) return tr("The text has changed since the preview. Preview it again.");
  if (isVerifying()) return tr("Wait until the verification has ended, or cancel it.");
  if (isComposing()) return tr("Wait until the changes are put together, or cancel it.");
  if (isWriting()) return tr("Wait until the files are written.");
  return {};
}

void RewriteFlow::preview() {
  if (!whyNoPreview().isEmpty()) return;
  request(selection_.finding(), startValues());
}

void RewriteFlow::request(const FindingKey& key, ParameterValues values) {
  stacks_.cancel();
  RewriteRequest request;
  request.context = queue_.requestFor(key.unit);
  request.opportunity = key.id;
  request.values = values;
  services_.analysis->rewrite(std::move(request),
                              door_.through<Result<Rewrite>>([this, key, values](Result<Rewrite> rewrite) {
                                onRewrite(key, values, std::move(rewrite));
                              }));
}

void RewriteFlow::onRewrite(FindingKey key, ParameterValues values, Result<Rewrite> rewrite) {
  if (!rewrite.ok()) {
    verifyNext_ = false;
    if (hasPreview_) {
      pages_.preview().resetStack();
      pages_.preview().setUpdating(false);
    }
    if (rewrite.error().kind == ErrorKind::cancelled) return;
    messages_.post({Message::Kind::error, QString::fromStdString(rewrite.error().message), tr("Analyse again"),
                    [this, unit = key.unit] { queue_.addFirst(unit); }, key.unit});
    return;
  }
  const Opportunity* opportunity = findings_.find(key);
  const KernelSummary* kernel = findings_.kernelOf(key);
  if (!opportunity || !kernel) return;
  Preview made{key, *opportunity, *kernel, std::move(values), {}, std::move(*rewrite), {}, {}, {}, {}, {}};
  made.kernel.opportunities.clear();
  made.choices = choicesOf(key);
  made.passes = findings_.passes();
  prepare(std::move(made));
}

void RewriteFlow::previewVariant(const std::string& unit, const VariantRecord& variant, const QString& title) {
  if (variant.steps.empty()) return;
  if (ownNumber(variant.steps)) return previewTexts(unit, variant, title);
  const FindingKey key{findings_.unitOf(unit), variant.steps.front().opportunity};
  const Opportunity* opportunity = findings_.find(key);
  const KernelSummary* kernel = findings_.kernelOf(key);
  if (!opportunity || !kernel) {
    messages_.post(
        {Message::Kind::warning, tr("What the variant changes is no longer found. Measure again."), {}, {}, {}});
    return;
  }
  Preview made{key, *opportunity, *kernel, {}, variant.steps,       {{}, variant.summary},
               {},  {},           {},      {}, variant.verification};
  made.opportunity.title = title.toStdString();
  made.opportunity.parameters.clear();
  // What each of its steps rests on, the whole rests on.
  for (const VariantStep& step : variant.steps) {
    const Opportunity* one = findings_.find({key.unit, step.opportunity});
    for (const Assumption& assumption : one&& one != opportunity ? one->assumptions : std::vector<Assumption>()) {
      const bool known = std::any_of(made.opportunity.assumptions.begin(), made.opportunity.assumptions.end(),
                                     [&](const Assumption& other) { return other.text == assumption.text; });
      if (!known) made.opportunity.assumptions.push_back(assumption);
    }
  }
  for (const VariantFile& file : variant.files)
    made.rewrite.files.push_back(editsBetween(file.path, file.before, file.after));
  made.kernel.opportunities.clear();
  made.choices = choicesOf(key);
  made.passes = findings_.passes();
  prepare(std::move(made));
}

void RewriteFlow::previewTexts(const std::string& unit, const VariantRecord& variant, const QString& title) {
  Preview made;
  made.key = {findings_.unitOf(unit), toString(variant.steps)};
  for (const KernelSummary* kernel : findings_.kernelsIn(unit)) {
    if (kernel->name == selection_.kernel()) made.kernel = *kernel;
  }
  made.kernel.opportunities.clear();
  made.opportunity.title = title.toStdString();
  made.opportunity.kernel = made.kernel.name;
  made.steps = variant.steps;
  made.rewrite.summary = variant.summary;
  made.verification = variant.verification;
  for (const VariantFile& file : variant.files)
    made.rewrite.files.push_back(editsBetween(file.path, file.before, file.after));
  prepare(std::move(made));
}

void RewriteFlow::prepare(Preview made) {
  stacks_.cancel();  // this one is newer
  textJob_.run([made = std::move(made),
                open = pages_.unsavedTexts()](std::stop_token) mutable { return withTexts(std::move(made), open); },
               [this](Result<Preview> ready) {
                 if (ready.ok()) {
                   show(std::move(*ready));
                 } else if (ready.error().kind == ErrorKind::stale) {
                   stale(QString::fromStdString(ready.error().message));
                 } else {
                   messages_.post({Message::Kind::error, QString::fromStdString(ready.error().message), {}, {}, {}});
                 }
               });
}

void RewriteFlow::show(Preview preview) {
  verifyJob_.cancel();
  progressDoor_.close();
  const std::string unit = preview.key.unit;
  const auto count = static_cast<int>(preview.rewrite.files.size());
  const auto changes = static_cast<int>(preview.steps.size());
  PreviewPage& page = pages_.preview();
  const bool sameUnit = hasPreview_ && page.preview().key.unit == unit;
  page.setDevice(chosenDevice(settings_));
  page.setPreview(std::move(preview));
  if (!sameUnit) page.setArguments(QString::fromStdString(ArgumentMemory(settings_).of(findings_.startOf(unit))));
  hasPreview_ = true;
  pages_.showPreview(changes > 1 ? tr("Preview: %n changes", nullptr, changes)
                     : count > 1 ? tr("Preview: %n files", nullptr, count)
                                 : tr("Preview: 1 rewrite"));
  selectPreviewed();  // it may have been in front already
  reparse();
  emit previewed(page.preview());
  emit stateChanged();
  if (verifyNext_) {
    verifyNext_ = false;
    startVerify();
  }
}

void RewriteFlow::reparse() {
  const Preview& shown = pages_.preview().preview();
  queue_.analyzeVariant(shown.key.unit, shown.after, [this, id = shown.key.id](const AnalysisResult& result) {
    const Preview& now = pages_.preview().preview();
    if (!hasPreview_ || now.key.id != id) return;
    size_t errors = 0;
    for (const UnitSummary& unit : result.units) {
      for (const Diagnostic& error : unit.errors) errors += error.severity == Diagnostic::Severity::error;
    }
    const UnitFindings* unit = findings_.unit(now.key.unit);
    const size_t before = unit ? unit->acceptedErrors : 0;
    std::optional<KernelSummary> after;
    for (const KernelSummary& kernel : result.kernels) {
      if (kernel.name == now.kernel.name) after = kernel;
    }
    if (after) after->opportunities.clear();
    pages_.preview().setReparsed(std::move(after), errors > before ? errors - before : 0);
    emit stateChanged();
  });
}

void RewriteFlow::verify() {
  if (isPreviewMeant()) {
    pages_.setCurrentWidget(&pages_.preview());
    if (isComposing())
      verifyNext_ = true;  // what is on its way is what is asked about
    else
      startVerify();
    return;
  }
  verifyNext_ = true;
  preview();
}

void RewriteFlow::startVerify() {
  PreviewPage& page = pages_.preview();
  if (page.preview().rewrite.onlyCreates()) return;  // both runs would be of the same program
  const Preview& shown = page.preview();
  const std::string unit = shown.key.unit;
  if (const QString why = findings_.whyNoProgram(unit); !why.isEmpty())
    return messages_.post({Message::Kind::warning, why, {}, {}, {}});
  const std::optional<QString> allowed =
      mayRun({folder_, findings_.startOf(unit), page.arguments()}, services_, settings_, pages_.window());
  if (!allowed) return;
  const QString arguments = *allowed;
  if (arguments != page.arguments()) page.setArguments(arguments);
  EngineJob program = engineJob(unit, folder_, arguments, findings_);
  program.openTexts = pages_.unsavedTexts();
  for (const auto& [path, text] : shown.before) program.openTexts[path] = text;
  const AnalysisRequest read = queue_.requestFor(unit);
  program.toolkit = read.toolkit;
  program.compilerFlags = read.flags;
  program.device = chosenDevice(settings_).toStdString();
  page.setVerifying(EngineProgress{"compile", tr("Compiling for the CPU engine.").toStdString(), -1});
  progressDoor_.close();
  auto progress = progressDoor_.through<EngineProgress>([this](const EngineProgress& now) {
    progress_ = now.fraction >= 0 ? tr("%1 %").arg(qRound(now.fraction * 100)) : QString();
    pages_.preview().setVerifying(now);
    emit stateChanged();
  });
  verifyJob_.run(
      [verify = services_.verify, jobs = changedProgram(std::move(program), shown.after, checksOf(shown.opportunity)),
       progress = std::move(progress)](std::stop_token stop) {
        return verify(jobs.original, jobs.variant, [&](const EngineProgress& now) { progress(now); }, stop);
      },
      [this, arguments](Result<Verification> answer) {
        progressDoor_.close();
        progress_.clear();
        PreviewPage& done = pages_.preview();
        if (answer.ok()) {
          done.setVerification(std::move(*answer), {});
          emit verified(done.preview(), arguments);
        } else {
          const bool cancelled = answer.error().kind == ErrorKind::cancelled;
          done.setVerification({}, cancelled ? QString() : QString::fromStdString(answer.error().message));
        }
        emit stateChanged();
      });
  emit stateChanged();
}

void RewriteFlow::cancel() {
  verifyNext_ = false;
  if (isComposing()) {
    stacks_.cancel();
    pages_.preview().resetStack();
    pages_.preview().setUpdating(false);
    emit stateChanged();
  }
  if (!verifyJob_.isRunning()) return;
  verifyJob_.cancel();
  progressDoor_.close();
  progress_.clear();
  pages_.preview().setVerification({}, {});
  emit stateChanged();
}

void RewriteFlow::closePreview() {
  cancel();
  hasPreview_ = false;
  pages_.closePreview();
  emit stateChanged();
}

void RewriteFlow::stale(const QString& why) {
  messages_.post({Message::Kind::warning,
                  why.isEmpty() ? tr("The file has changed since the preview. Nothing was written.") : why,
                  tr("Preview again"),
                  [this] { preview(); },
                  {}});
}

}  // namespace warpwright::views
