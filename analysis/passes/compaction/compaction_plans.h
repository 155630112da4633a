#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "analysis/model/kernel_modeler.h"
#include "analysis/passes/compaction/compaction.h"
#include "analysis/passes/compaction/index_uses.h"
#include "analysis/passes/judgement.h"
#include "analysis/passes/kernel_context.h"
#include "analysis/rewrite/edit/launch_sites.h"
#include "core/finding/opportunity.h"

namespace warpwright::passes {

/// What a pass that merges threads or blocks finds out about one kernel.
struct CompactionJudgement : Judgement {
  std::map<int, std::vector<unsigned>> factors;  ///< by dimension that can be compacted
  std::map<int, unsigned> extents;               ///< of these, where every launch has the same
  std::set<int> loadsFirst;                      ///< of these, where loads may be done before stores
  std::map<std::string, double> figures;
  Sameness sameness = Sameness::bitwise;
  bool exchanges = false;  ///< threads of a warp exchange values
};

/// What the device code shows that the source may hide: warp collectives, fences, volatile memory;
/// nothing: none of it. `mayExchange`: collectives are looked at in the source.
std::optional<Judgement> judgeAtSight(const KernelModel& model, bool mayExchange = false);

/// Why threads must stay in the blocks that they are in: barriers, shared memory; nothing: they need not, as far as the
/// device code shows. `together.warps`: they stay in the warps that they are in, which may wait for their own.
std::optional<Judgement> judgeSharing(const model::ParsedKernel& kernel, rewrite::StaysTogether together = {});

/// What rules it out before the text is looked at: that, launches that are not all known or, with `needsBlock`, whose
/// block is not. `shape`: what would be made smaller, for the words; empty: launches stay as they are. `mayExchange`:
/// warps stay what they are.
std::optional<Judgement> judgeLaunches(const model::ParsedKernel& kernel, const rewrite::LaunchSites& launches,
                                       const std::string& shape, bool needsBlock = true, bool mayExchange = false);

/// The kernel compacted along one axis, as far as its text goes.
struct Compacted {
  rewrite::CompactedBody body;
  size_t loops = 0, arrays = 0, commonLoads = 0;
  uint64_t expandedShared = 0;  ///< bytes of shared arrays of which each merged block has its own
  std::vector<Evidence> notes;  ///< why variables become arrays, each where it is declared
  bool reorders = false;        ///< floating-point sums by atomics are made in another order
  bool exchanges = false;       ///< threads of a warp exchange values: they stay in one
};

/// Plans and writes the kernel; all instantiations of a template must need the same text. Errors:
/// why it cannot be.
Result<Compacted> compactAlong(const rewrite::Editor& editor, const model::ParsedKernel& kernel,
                               const rewrite::MergedAxis& axis, const rewrite::CompactionChoice& choice);

/// Enters the new body and the copies of device functions as edits.
void applyCompacted(rewrite::Editor& editor, const Compacted& compacted, const std::string& note);

/// Models of what is launched. An instantiation that only code that cannot run launches is left
/// aside.
std::vector<const KernelModel*> launchedOf(const model::ParsedKernel& kernel);

/// Proves for every model with a launch that no threads race, and takes over what that rests on. A
/// judgement that does not hold replaces `all`.
void proveRaceFree(const KernelContext& context, Judgement& all);

/// Figures and evidence about one dimension.
void noteCompacted(const model::ParsedKernel& kernel, const Compacted& compacted, int dimension,
                   CompactionJudgement& all);

/// Where a header declares the kernel for files that are not looked at; empty where none does, or no other file can
/// call it.
Message declaredForOthers(const model::ParsedKernel& kernel);
/// Why a change of the kernel's text may be one of more than this kernel as it is launched here: the text is read
/// several times, or others may launch it. Nothing: it is not.
std::optional<Judgement> judgeOtherTexts(const model::ParsedKernel& kernel);
/// Adds that no other file launches the kernel, unless that is seen.
void assumeOnlyFile(std::vector<Assumption>& assumptions, const model::ParsedKernel& kernel);

/// "x", "Threads".
std::string axisText(int dimension);
std::string capitalised(std::string text);

}  // namespace warpwright::passes
