#include "core/finding/observed_launches.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include "core/base/number_text.h"
#include "core/base/symbol_name.h"
#include "core/finding/guard.h"
#include "core/finding/observed_text.h"
#include "core/kernel/kernel_name.h"

namespace warpwright {
namespace {

bool isSameFile(const std::string& a, const std::string& b) {
  if (a == b) return true;
  std::error_code error;
  const bool isSame = std::filesystem::equivalent(a, b, error);
  return isSame && !error;
}

/// The kernel of the analysis that was launched; null: it is of a file that was not looked at. Where it stands tells
/// it; several of one name that stand there, which a macro makes, are told apart by their parameters. A program that
/// was captured as it is built knows no source: its kernel is the only one of that name, or of those parameters.
KernelSummary* kernelOf(AnalysisResult& analysis, const ObservedKernel& seen) {
  const std::string name = demangled(seen.name);
  const bool isPlaced = !seen.definedAt.file.empty();
  std::vector<KernelSummary*> there, named;
  for (KernelSummary& kernel : analysis.kernels) {
    if (!meansKernelOfSource(name, kernel.name, {})) continue;
    if (isPlaced && !isSameFile(kernel.nameAt.file, seen.definedAt.file)) continue;
    const uint32_t line = seen.definedAt.line;
    const bool isThere = !isPlaced || (kernel.definition.begin.line <= line && line <= kernel.definition.endLine);
    if (isThere) there.push_back(&kernel);
    if (meansKernelOfSource(name, kernel.name, kernel.signature)) named.push_back(&kernel);
  }
  if (there.size() == 1) return there.front();
  if (named.size() == 1) return named.front();
  if (!isPlaced) return nullptr;
  const auto isBoth = [&](KernelSummary* one) { return std::find(there.begin(), there.end(), one) != there.end(); };
  const auto both = std::find_if(named.begin(), named.end(), isBoth);
  return both == named.end() ? nullptr : *both;
}

/// For kernels whose names do not tell the types of their parameters.
void addTypes(ObservedLaunch& launch, const std::vector<std::string>& types) {
  for (size_t i = 0; i < launch.arguments.size() && types.size() == launch.arguments.size(); ++i) {
    ObservedArgument& argument = launch.arguments[i];
    if (!argument.type.empty()) continue;
    argument.type = types[i];
    if (valueText(argument).empty()) argument.bits.reset();
  }
}

uint64_t launchesOf(const ObservedKernel& kernel) {
  uint64_t count = kernel.others;
  for (const ObservedLaunch& launch : kernel.launches) count += launch.count;
  return count;
}

/// "step was launched 3 times; …": what the answer cannot show beside a kernel.
void noteUnknown(const std::vector<const ObservedKernel*>& kernels, std::vector<std::string>& notes) {
  constexpr size_t most = 20;
  std::string list;
  for (size_t i = 0; i < kernels.size() && i < most; ++i) {
    list += (i == 0 ? "`" : ", `") + demangled(kernels[i]->name) + "` (" +
            countText(launchesOf(*kernels[i]), "launch", "launches") + ")";
  }
  if (kernels.empty()) return;
  if (kernels.size() > most) list += " and " + std::to_string(kernels.size() - most) + " more";
  notes.push_back("Launched, and not in the files that were analysed: " + list + ".");
}

template <size_t Size>
bool fits(const std::array<std::optional<uint32_t>, Size>& given, const std::array<uint32_t, Size>& seen) {
  for (size_t i = 0; i < Size; ++i) {
    if (given[i].value_or(seen[i]) != seen[i]) return false;
  }
  return true;
}

/// What --launch says of all launches, and a run has seen otherwise.
void noteContradiction(const KernelSummary& kernel, std::vector<std::string>& notes) {
  const auto isGiven = [](const Launch& launch) { return launch.fromUser; };
  if (std::none_of(kernel.launches.begin(), kernel.launches.end(), isGiven)) return;
  for (const ObservedLaunch& seen : kernel.observed) {
    const auto allows = [&](const Launch& given) {
      return fits(given.grid, seen.grid) && fits(given.block, seen.block) &&
             given.sharedBytes.value_or(seen.sharedBytes) == seen.sharedBytes;
    };
    if (std::any_of(kernel.launches.begin(), kernel.launches.end(), allows)) continue;
    notes.push_back("`" + kernel.name + "` was launched as <<<" + extentsText(seen.grid) + "," +
                    extentsText(seen.block) + "," + std::to_string(seen.sharedBytes) +
                    ">>>, which the launches given for it rule out: what rests on them does not hold in this run.");
    return;
  }
}

std::string blocksText(const std::vector<ObservedLaunch>& launches) {
  std::set<std::array<uint32_t, 3>> blocks;
  for (const ObservedLaunch& launch : launches) blocks.insert(launch.block);
  constexpr size_t most = 4;
  if (blocks.size() > most) return std::to_string(blocks.size()) + " different blocks";
  std::string text;
  for (const auto& block : blocks) {
    text += (text.empty() ? "blocks of " : " and ") + extentsText(block);
  }
  return text;
}

/// `assertion`: how to say that it is always so; empty: that is not said.
void sayWhatWasSeen(KernelSummary& kernel, const std::string& assertion) {
  uint64_t count = kernel.observedOthers;
  for (const ObservedLaunch& launch : kernel.observed) count += launch.count;
  if (count == 0 || !leavesBlocksOpen(kernel)) return;
  Message seen(" A run launched it %1, with %2", count == 1 ? "once" : countText(count) + " times",
               blocksText(kernel.observed));
  if (assertion.empty())
    seen += Message(".");
  else
    seen += Message(": if all its launches are like that, say so with %1.", code(assertion));
  for (Opportunity& finding : kernel.opportunities) {
    if (finding.verdict == VerdictKind::unknown) finding.reason += seen;
  }
}

/// Puts them beside their kernels, and gives those that have none.
std::vector<const ObservedKernel*> place(AnalysisResult& analysis, std::vector<ObservedKernel>& seen) {
  std::vector<const ObservedKernel*> unknown;
  for (ObservedKernel& one : seen) {
    KernelSummary* kernel = kernelOf(analysis, one);
    if (!kernel) {
      unknown.push_back(&one);
      continue;
    }
    const std::vector<std::string> types = parameterTypesIn(kernel->signature);
    for (ObservedLaunch& launch : one.launches) {
      addTypes(launch, types);
      kernel->observed.push_back(std::move(launch));
    }
    kernel->observedOthers += one.others;
  }
  return unknown;
}

}  // namespace

void addObserved(AnalysisResult& analysis, std::vector<ObservedKernel> seen, ObservedRun run) {
  noteUnknown(place(analysis, seen), run.notes);
  for (KernelSummary& kernel : analysis.kernels) {
    sayWhatWasSeen(kernel, launchAssertion(analysis, kernel));
    noteContradiction(kernel, run.notes);
  }
  analysis.observedRun = std::move(run);
}

void addObserved(AnalysisResult& analysis, std::vector<ObservedKernel> seen) {
  place(analysis, seen);
  for (KernelSummary& kernel : analysis.kernels) sayWhatWasSeen(kernel, "");
}

std::vector<ObservedKernel> observedIn(const AnalysisResult& analysis) {
  std::vector<ObservedKernel> seen;
  for (const KernelSummary& kernel : analysis.kernels) {
    const size_t first = seen.size();
    for (const ObservedLaunch& launch : kernel.observed) {
      const auto isOf = [&](const ObservedKernel& one) { return one.name == launch.kernel; };
      auto own = std::find_if(seen.begin() + static_cast<ptrdiff_t>(first), seen.end(), isOf);
      if (own == seen.end()) own = seen.insert(own, {launch.kernel, kernel.nameAt, {}, 0});
      own->launches.push_back(launch);
    }
    if (seen.size() > first) seen[first].others = kernel.observedOthers;
  }
  return seen;
}

}  // namespace warpwright
