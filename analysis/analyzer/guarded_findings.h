#pragma once

#include <map>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "analysis/analyzer/analysis.h"
#include "analysis/analyzer/finding_cache.h"
#include "analysis/analyzer/rounding_check.h"
#include "analysis/analyzer/several_units.h"
#include "analysis/analyzer/unit_kernels.h"
#include "analysis/frontend/parsed_unit.h"
#include "core/base/result.h"
#include "core/device/device.h"
#include "core/finding/guard.h"
#include "core/finding/rewrite.h"
#include "core/kernel/kernel_model.h"

namespace warpwright::analysis {

/// A kernel to be guarded: `nameAt` as in KernelSummary; without a file: each kernel of the guard's name is meant.
struct GuardWish {
  Guard guard;
  SourcePosition nameAt;
};

/// One unit with copies of kernels beside them, each launched where its guard says (rewrite::writeGuardedCopy). Changes
/// of a copy need no proof for other launches, and none about launches that are not seen.
struct GuardedUnit {
  Rewrite change;                                    ///< that makes the texts
  std::map<std::string, std::string> before, texts;  ///< by path, of the files that it changes
  struct Copy {
    Guard guard;
    std::string name;
    SourcePosition nameAt;  ///< of the original
  };
  std::vector<Copy> copies;
  std::vector<std::pair<GuardWish, Message>> refused;  ///< which have none, and why
};

/// What it takes to write copies and to look for findings in them.
struct GuardTools {
  const AnalyzeOptions& options;
  frontend::UnitParser& parser;
  SharedTexts& sharedTexts;
  UnitKernels& unitKernels;
  FindingCache& cache;
  RoundingCheck& rounding;
  Device device;  ///< that findings are for
};

/// Writes the copies. A kernel that cannot be copied is in `refused`; whether the texts compile is the caller's to ask.
/// Errors: no kernel can; a text that would change is also other units'.
Result<GuardedUnit> guardedUnit(SharedTexts& sharedTexts, const frontend::ParsedUnit& unit,
                                const std::vector<GuardWish>& wishes);

/// A finding in a copy as one of the original: its places and the words of its sentences, and of one that is applicable
/// its id and the guard. `model`: of the copy.
/// `seen`: launches in a run that the guard speaks of.
Opportunity asOfOriginal(Opportunity found, const GuardedUnit& unit, const GuardedUnit::Copy& copy,
                         const KernelModel& model, uint64_t seen);

/// Makes the change in the texts, by path; where there is none, in the unit's. Errors: as applyEdits.
Status applyTo(std::map<std::string, std::string>& texts, const Rewrite& change, const frontend::ParsedUnit& before);

/// The texts that `first` and then `second`, made for the texts after it, lead to, as one change of the texts before.
/// Errors: a text is not the one that the edits were made for.
Result<Rewrite> oneAfterTheOther(const Rewrite& first, const Rewrite& second, const frontend::ParsedUnit& before);

/// Looks at copies of the unit's kernels, each for the guard behind it, and puts what can be changed there, or why it
/// cannot, in the place of what was unknown. Errors: those of guardedUnit; cancelled; what
/// the compiler has against all copies together.
Status addGuardedFindings(const GuardTools& tools, const frontend::ParsedUnit& unit,
                          const std::vector<std::pair<KernelSummary*, Guard>>& kernels, std::stop_token stop);

/// The finding takes the place of one of the same pass about the same that is unknown; one that is applicable, of one
/// that is refused for usual blocks, too. One that is not applicable says more of what stood there; it adds what is
/// unknown and only the copy could have, constants for one.
void putInPlace(std::vector<Opportunity>& known, Opportunity guarded);

/// Of a kernel of which no launch can choose a copy, and why: what it can ask itself. Errors: as addGuardedFindings.
Status addUnguarded(const GuardTools& tools, const frontend::ParsedUnit& unit, KernelSummary& kernel,
                    const Guard& guard, const Message& why, const std::stop_token& stop);

/// Says of all that is unknown of a kernel why no guard helps.
void sayUnguarded(KernelSummary& kernel, const Message& why);

/// `texts` with `more` in them, or in their place.
std::map<std::string, std::string> withTexts(std::map<std::string, std::string> texts,
                                             const std::map<std::string, std::string>& more);

}  // namespace warpwright::analysis
