#include "analysis/analyzer/merged_answer.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include "analysis/analyzer/kernel_summary.h"
#include "analysis/analyzer/several_units.h"

namespace warpwright::analysis {
namespace {

using frontend::CompileCommand;

/// A finding of one unit among those of all. `file`: where the kernel's text stands.
void addFinding(std::map<std::pair<std::string, std::string>, FindingOrigin>& origins, std::vector<Opportunity>& known,
                UnitFindings::Found found, const std::string& file, const CompileCommand& command) {
  const auto same =
      std::find_if(known.begin(), known.end(), [&](const Opportunity& one) { return one.id == found.finding.id; });
  if (same == known.end()) {
    known.push_back(std::move(found.finding));
    origins[{known.back().id, file}] = {{command}, known.back(), file, std::move(found.change)};
    return;
  }
  mergeFinding(*same, found.finding);
  FindingOrigin& origin = origins[{same->id, file}];
  origin.commands.push_back(command);
  const bool hasChanges = !origin.change.files.empty() && !found.change.files.empty();
  if (same->verdict != VerdictKind::applicable || !hasChanges) return;
  std::set<std::string> mains;
  for (const CompileCommand& one : origin.commands) mains.insert(one.file.string());
  if (Status united = uniteRewrites(origin.change, found.change, mains); !united.ok())
    leaveOpen(*same, said(united.error()));
}

}  // namespace

void MergedAnswer::begin(const CompileCommand& command) {
  command_ = &command;
  failure_.reset();
  places_.clear();
  decided_.clear();
}

void MergedAnswer::end(const std::optional<Error>& lost) {
  for (size_t k = 0; k < places_.size(); ++k) {
    if (!decided_[k]) undecidedIn_[places_[k]] = command_->file.string();
  }
  if (lost) result.units.back().errors.push_back({Diagnostic::Severity::error, SourceRange{}, lost->message});
}

std::vector<size_t> MergedAnswer::undecided() const {
  std::vector<size_t> kernels;
  for (const auto& [kernel, unit] : undecidedIn_) kernels.push_back(kernel);
  return kernels;
}

void MergedAnswer::looking(const PassDescriptions& passes) {
  addDescriptions(result.passes, passes);
}

void MergedAnswer::failed(const Error& why) {
  failure_ = why;
  leaveOut(*command_);
  UnitSummary broken;
  broken.file = command_->file.string();
  broken.errors.push_back({Diagnostic::Severity::error, why.range.value_or(SourceRange{}), why.message});
  result.units.push_back(std::move(broken));
}

void MergedAnswer::unit(UnitSummary summary, std::vector<UnitFindings::Kernel> kernels, model::FunctionTexts texts) {
  known_.texts.push_back({*command_, std::move(texts), isWithoutErrors(summary)});
  result.units.push_back(std::move(summary));
  for (UnitFindings::Kernel& one : kernels) kernel(std::move(one));
  decided_.resize(kernels.size());
}

/// The kernel in the answer that `kernel` is: a new one, or the one another unit brought by the same header, perhaps
/// with other instantiations.
size_t MergedAnswer::place(KernelSummary kernel, const std::string& writtenAs) {
  const auto [known, isNew] = numbers_.try_emplace({kernel.nameAt, writtenAs}, result.kernels.size());
  if (!isNew) {
    addToSummary(result.kernels[known->second], kernel);
    return known->second;
  }
  result.kernels.push_back(std::move(kernel));
  unitsWith_.push_back(0);
  functions_.emplace_back();
  return result.kernels.size() - 1;
}

void MergedAnswer::kernel(UnitFindings::Kernel kernel) {
  kernel.summary.unit = command_->file.string();
  const size_t at = place(std::move(kernel.summary), kernel.writtenAs);
  places_.push_back(at);
  if (kernel.isRead) ++unitsWith_[at];
  functions_[at].insert(kernel.function);
  const SourcePosition& nameAt = result.kernels[at].nameAt;
  known_.unitsOf[nameAt].push_back(*command_);
  std::vector<WantedConstant>& wanted = known_.wanted[nameAt];
  for (WantedConstant& one : kernel.wanted) {
    if (std::find(wanted.begin(), wanted.end(), one) == wanted.end()) wanted.push_back(std::move(one));
  }
}

void MergedAnswer::decided(size_t kernel, std::vector<UnitFindings::Found> found) {
  const size_t at = places_[kernel];
  KernelSummary& summary = result.kernels[at];
  for (UnitFindings::Found& one : found) {
    result.units.back().proofSeconds += one.finding.proofSeconds;
    addFinding(known_.origins, summary.opportunities, std::move(one), summary.nameAt.file, *command_);
  }
  decided_[kernel] = true;
  if (onKernel_) onKernel_(at);
}

void MergedAnswer::counted(size_t kernel, const KernelResources& registers) {
  addRegisters(result.kernels[places_[kernel]].resources, registers);
}

void MergedAnswer::progress(double part, std::string_view phase, bool awaitsRegisters) {
  result.awaitsRegisters = awaitsRegisters;
  tell_(part, phase);
  result.awaitsRegisters = false;
}

/// How many units have to have the finding: those that use the kernel. Other parameters are seen by all that have its
/// text, as where one specialises it.
size_t MergedAnswer::unitsAskedOf(size_t kernel, const Opportunity& found) const {
  if (describe(result.passes, found.pass).argument == ExtraArgument::none) return unitsWith_[kernel];
  return known_.unitsOf.at(result.kernels[kernel].nameAt).size();
}

std::string MergedAnswer::whyOpenWithout(const WhyWithout& why, const FindingOrigin& origin) const {
  if (leftOut_.empty()) return {};
  std::string open = why(leftOut_, origin.file, origin.commands.front());
  for (const FileEdits& edits : origin.change.files) {
    if (open.empty() && !edits.creates) open = why(leftOut_, edits.file, origin.commands.front());
  }
  return open;
}

void MergedAnswer::finish(const WhyWithout& whyWithout) {
  const TextsOfUnits texts(known_.texts);
  for (size_t k = 0; k < result.kernels.size(); ++k) {
    const std::string& file = result.kernels[k].nameAt.file;
    const auto misses = [&](const UnitSummary& unit) { return missesHeader(unit, file); };
    const auto without = std::find_if(result.units.begin(), result.units.end(), misses);
    const auto undecided = undecidedIn_.find(k);
    for (Opportunity& found : result.kernels[k].opportunities) {
      if (found.verdict != VerdictKind::applicable && !found.isDecidedWhenMade) continue;
      const auto origin = known_.origins.find({found.id, file});
      const bool isKnown = origin != known_.origins.end();
      if (without != result.units.end()) {
        leaveOpen(found, headerMissing(*without));
        if (isKnown) origin->second.open = found.reason;
      } else if (undecided != undecidedIn_.end()) {
        leaveOpen(found, {"%1 includes the kernel, too, and there it was not looked at.",
                          std::filesystem::path(undecided->second).filename().string()});
        if (isKnown) origin->second.open = found.reason;
      } else if (!isKnown || origin->second.commands.size() < unitsAskedOf(k, found)) {
        leaveOpen(found, "Of the units that include the kernel, not all have `" + found.subject +
                             "`: there it cannot be judged.");
        if (isKnown) origin->second.open = found.reason;
      } else if (const std::string open = whyOpenWithout(whyWithout, origin->second); !open.empty()) {
        leaveOpen(found, open);
        origin->second.open = found.reason;
      } else if (const Message others = texts.whyOthers(origin->second.commands, functions_[k], origin->second.change);
                 !others.empty()) {
        leaveOpen(found, others);
        origin->second.open = found.reason;
      }
    }
  }
}

}  // namespace warpwright::analysis
