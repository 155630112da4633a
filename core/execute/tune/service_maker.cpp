#include "core/execute/tune/service_maker.h"

#include <algorithm>
#include <atomic>
#include <fstream>

#include "core/base/file.h"
#include "core/base/processors.h"
#include "core/execute/tune/variants_ahead.h"
#include "core/finding/guard.h"
#include "core/finding/kernel_choice.h"
#include "core/report/occupancy_chart.h"

namespace warpwright {
namespace {

/// An answer that comes on another thread. It may come after nobody waits any more.
template <typename Value>
class Awaited {
 public:
  void deliver(Result<Value> value) {
    const std::lock_guard lock(mutex_);
    value_ = std::make_unique<Result<Value>>(std::move(value));
    came_.notify_all();
  }
  /// Cancels the service where `stop` is requested first.
  Result<Value> wait(AnalysisService& service, const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    while (!value_) {
      came_.wait_for(lock, std::chrono::milliseconds(50));
      if (value_ || !stop.stop_requested()) continue;
      lock.unlock();
      service.cancel();
      return cancelledError();
    }
    return std::move(*value_);
  }

 private:
  std::mutex mutex_;
  std::condition_variable came_;
  std::unique_ptr<Result<Value>> value_;
};

/// Where a change is guarded, the copy that is launched so is what is looked at, and judged.
std::optional<Guard> guardOf(const VariantSteps& steps) {
  std::optional<Guard> guard;
  for (const VariantStep& step : steps) {
    if (const auto guarded = readGuardedId(step.opportunity)) guard = guarded->second;
  }
  return guard;
}

VariantRecord finished(VariantRecord variant) {
  variant.id = makeVariantId(variant.steps, variant.files);
  return variant;
}

/// A change that cannot be made is a variant less, whatever is wrong with it.
Error asInput(Error error) {
  if (error.kind == ErrorKind::usage) error.kind = ErrorKind::input;
  return error;
}

}  // namespace

Result<AnalysisResult> analyseWith(AnalysisService& service, AnalysisRequest request,
                                   const AnalysisService::ProgressHandler& progress, const std::stop_token& stop) {
  auto awaited = std::make_shared<Awaited<AnalysisResult>>();
  service.analyze(
      std::move(request),
      [awaited](Result<AnalysisResult> result, bool final) {
        if (final || !result.ok()) awaited->deliver(std::move(result));
      },
      progress);
  return awaited->wait(service, stop);
}

AnalysisRequest askForChanges(AnalysisRequest request, const std::string& kernel) {
  request.kernel = kernel;
  request.comparesLater = true;  // each variant is compared when it is made
  if (!request.passes) request.families.insert(request.families.end(), {Family::compaction, Family::other});
  return request;
}

size_t roomForServices() {
  constexpr uint64_t bytesEach = uint64_t{1} << 30;
  const size_t processors = usableProcessors();
  uint64_t bytes = 0;
  std::ifstream memory("/proc/meminfo");
  for (std::string word; memory >> word;) {
    if (word != "MemAvailable:") continue;
    memory >> bytes;
    bytes *= 1024;
    break;
  }
  const size_t fitting = static_cast<size_t>(bytes / 2 / bytesEach);
  return std::clamp<size_t>(std::min(processors - 1, fitting), 1, 32);
}

template <typename Made>
Result<Made> ServiceMaker::by(const std::function<Result<Made>(AnalysisService&)>& work) {
  if (!more_) return work(*service_);
  std::unique_ptr<AnalysisService> service;
  {
    // One more than variants are made at once: for who looks into a text meanwhile.
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !free_.empty() || services_ <= most_; });
    if (free_.empty()) ++services_;
    if (!free_.empty()) {
      service = std::move(free_.back());
      free_.pop_back();
    }
  }
  if (!service) service = more_();
  Result<Made> made = work(*service);
  const bool isLost = !made.ok() && made.error().kind == ErrorKind::worker;
  const std::lock_guard lock(mutex_);
  if (isLost)
    --services_;
  else
    free_.push_back(std::move(service));
  changed_.notify_all();
  // What one variant does to a worker is a result: the others have their own, and this one starts again.
  return isLost ? inputError(made.error().message) : std::move(made);
}

ServiceMaker::~ServiceMaker() {
  for (std::jthread& beginner : beginners_) beginner.request_stop();
}

void ServiceMaker::begin(std::vector<VariantSteps> likely) {
  const auto next = std::make_shared<std::atomic<size_t>>(0);
  const auto all = std::make_shared<const std::vector<VariantSteps>>(std::move(likely));
  for (size_t i = 0; i < std::min(most_, all->size()); ++i) {
    beginners_.emplace_back([this, next, all](const std::stop_token& stop) {
      standBack();
      for (size_t one = (*next)++; one < all->size() && !stop.stop_requested(); one = (*next)++)
        static_cast<void>(make((*all)[one], stop));  // kept for who asks for it
    });
  }
}

/// What another thread is about is waited for.
Result<VariantRecord> ServiceMaker::make(const VariantSteps& steps, std::stop_token stop) {
  const std::string text = toString(steps);
  {
    std::unique_lock lock(mutex_);
    if (!changed_.wait(lock, stop, [&] { return !underWay_.contains(text); })) return cancelledError();
    const auto known = begun_.find(text);
    if (known != begun_.end()) return finished(known->second);
    const auto failed = impossible_.find(text);
    if (failed != impossible_.end()) return failed->second;
    underWay_.insert(text);
  }
  Result<VariantRecord> made =
      by<VariantRecord>([&](AnalysisService& service) { return makeBy(service, steps, stop); });
  const std::lock_guard lock(mutex_);
  underWay_.erase(text);
  if (!made.ok() && made.error().kind == ErrorKind::input) impossible_.emplace(text, made.error());
  changed_.notify_all();
  return made;
}

Result<std::vector<TunableChange>> ServiceMaker::changesOf(const VariantSteps& steps, std::stop_token stop) {
  if (kernel_.empty()) return std::vector<TunableChange>();
  const Result<VariantRecord> variant = make(steps, stop);
  if (!variant.ok()) return variant.error();
  const std::optional<Guard> guard = guardOf(steps);
  const std::string kernel = guard ? copyName(*guard) : kernel_;
  AnalysisRequest request = askForChanges(context_, kernel);
  for (const VariantFile& file : variant->files) request.openTexts[file.path] = file.after;
  const auto analysis =
      by<AnalysisResult>([&](AnalysisService& service) { return analyseWith(service, std::move(request), {}, stop); });
  if (!analysis.ok()) return asInput(analysis.error());
  auto changes = tunableChanges(*analysis, kernel);
  if (!changes.ok()) return asInput(changes.error());
  leaveOutUnfeedable(*changes);
  const std::vector<Opportunity>& there = chooseKernel(*analysis, kernel).value()->opportunities;
  const std::lock_guard lock(mutex_);
  found_.insert(found_.end(), there.begin(), there.end());
  return changes;
}

std::vector<Opportunity> ServiceMaker::found() const {
  const std::lock_guard lock(mutex_);
  return found_;
}

Result<VariantRecord> ServiceMaker::makeBy(AnalysisService& service, const VariantSteps& steps,
                                           const std::stop_token& stop) {
  VariantRecord variant = begunWith(steps);
  while (variant.steps.size() < steps.size()) {
    if (Status added = addStep(service, steps[variant.steps.size()], variant, stop); !added.ok()) return added.error();
    keep(variant);
  }
  return finished(std::move(variant));
}

/// The most of these steps, from the first on, that another variant has made.
VariantRecord ServiceMaker::begunWith(const VariantSteps& steps) {
  const std::lock_guard lock(mutex_);
  for (VariantSteps first = steps; !first.empty(); first.pop_back()) {
    const auto known = begun_.find(toString(first));
    if (known != begun_.end()) return known->second;
  }
  return {};
}

void ServiceMaker::keep(const VariantRecord& begun) {
  constexpr size_t most = 256;
  const std::lock_guard lock(mutex_);
  if (begun_.size() >= most) begun_.clear();
  begun_.emplace(toString(begun.steps), begun);
}

Status ServiceMaker::addStep(AnalysisService& service, const VariantStep& step, VariantRecord& variant,
                             const std::stop_token& stop) const {
  RewriteRequest request{context_, step.opportunity, step.values};
  for (const VariantFile& file : variant.files) request.context.openTexts[file.path] = file.after;
  auto awaited = std::make_shared<Awaited<Rewrite>>();
  service.rewrite(std::move(request), [awaited](Result<Rewrite> rewrite) { awaited->deliver(std::move(rewrite)); });
  Result<Rewrite> rewrite = awaited->wait(service, stop);
  if (!rewrite.ok()) {
    // It was found in the text that is there: what was made before it stands against it.
    if (rewrite.error().kind == ErrorKind::stale && !variant.files.empty())
      return inputError("`" + step.opportunity + "` is not found any more once the changes before it are made.");
    return asInput(rewrite.error());
  }
  for (const FileEdits& edits : rewrite->files) {
    if (edits.creates)
      return inputError("It adds files beside the program, which stays as it is: there is nothing to run.");
    auto file = std::find_if(variant.files.begin(), variant.files.end(),
                             [&](const VariantFile& one) { return one.path == edits.file; });
    if (file == variant.files.end()) {
      // What the analysis reads is what is changed: an unsaved text comes before the file.
      const auto open = context_.openTexts.find(edits.file);
      Result<std::string> text = open == context_.openTexts.end() ? readFile(edits.file) : open->second;
      if (!text.ok()) return text.error();
      const auto place = std::find_if(variant.files.begin(), variant.files.end(),
                                      [&](const VariantFile& one) { return one.path > edits.file; });
      file = variant.files.insert(place, {edits.file, *text, *text});
    }
    Result<std::string> after = applyEdits(edits, file->after);
    if (!after.ok()) return after.error();
    file->after = *std::move(after);
  }
  variant.summary += (variant.summary.empty() ? "" : " ") + rewrite->summary;
  variant.steps.push_back(step);
  return {};
}

Result<TuningJudgement> ResourceJudge::judge(const VariantRecord& variant, std::stop_token stop) {
  Result<TuningJudgement> judgement = inner_.judge(variant, stop);
  if (Status added = addResources(variant, judgement, std::move(stop)); !added.ok()) return added.error();
  return judgement;
}

std::vector<Result<TuningJudgement>> ResourceJudge::judgeAll(const std::vector<VariantRecord>& variants,
                                                             std::stop_token stop) {
  std::vector<Result<TuningJudgement>> judgements = inner_.judgeAll(variants, stop);
  for (size_t i = 0; i < judgements.size(); ++i) {
    if (Status added = addResources(variants[i], judgements[i], stop); !added.ok()) judgements[i] = added.error();
  }
  return judgements;
}

Status ResourceJudge::addResources(const VariantRecord& variant, Result<TuningJudgement>& judgement,
                                   std::stop_token stop) {
  if (!judgement.ok() || !judgement->verification.identical) return {};
  AnalysisRequest request = context_;
  request.passes.emplace();  // none: the findings are not looked at
  for (const VariantFile& file : variant.files) request.openTexts[file.path] = file.after;
  const Result<AnalysisResult> analysis = analyseWith(service_, std::move(request), {}, stop);
  if (!analysis.ok()) {
    if (analysis.error().kind == ErrorKind::cancelled) return analysis.error();
    return {};  // what it needs is not known; what it computes is
  }
  const std::optional<Guard> guard = guardOf(variant.steps);
  for (const KernelSummary& kernel : analysis->kernels) {
    if (guard ? !isCopyName(kernel.name, *guard) : kernel.name != kernel_) continue;
    if (kernel.resources.registers) judgement->metrics["static/registers"] = *kernel.resources.registers;
    judgement->metrics["static/shared"] = static_cast<double>(kernel.resources.sharedBytes);
    if (const auto of = occupancyCase(kernel)) judgement->metrics["static/threads"] = of->request.threadsPerBlock;
    break;
  }
  return {};
}

}  // namespace warpwright
