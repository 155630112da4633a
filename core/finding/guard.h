#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/finding/analysis_result.h"

namespace warpwright {

/// A change of a kernel that is made in a copy of it, which host code launches where the blocks have one shape; in all
/// other cases the original runs. So a change may rest on a shape that was only observed.
struct Guard {
  std::string kernel;  ///< unqualified name of the original
  std::array<uint32_t, 3> block{1, 1, 1};
  bool operator==(const Guard&) const = default;
};

/// The parameter that a guarded finding has besides those of its pass, and its only value so far.
inline constexpr const char* guardParameter = "guard";
inline constexpr const char* guardByDispatch = "dispatch";

/// The id of a finding that is guarded: "PASS-HASH@KERNEL.256.1.1". `id`: of the same finding in the copy.
std::string guardedId(const std::string& id, const Guard& guard);
/// The two of it; nothing: it is the id of a finding that is not guarded.
std::optional<std::pair<std::string, Guard>> readGuardedId(const std::string& id);

/// What the copy is called, if nothing in the program is called so: "step_block_256", "step_block_16x16".
std::string copyName(const Guard& guard);
/// Is it the name of such a copy?
bool isCopyName(std::string_view name, const Guard& guard);

/// Would it help to know the block of a launch: do launches leave blocks open, and is something not applicable?
bool wantsBlock(const KernelSummary& kernel);
/// What a run lets one guard findings of a kernel with: the block that was seen most often, where that
/// helps. Nothing: none was seen, or nothing is to be had by it.
std::optional<Guard> guardFor(const KernelSummary& kernel);
/// Launches in that run with the guard's block.
uint64_t seenUnder(const KernelSummary& kernel, const Guard& guard);

/// Do the launches that were read leave blocks open? What is not known of the kernel may follow from them.
bool leavesBlocksOpen(const KernelSummary& kernel);

}  // namespace warpwright
