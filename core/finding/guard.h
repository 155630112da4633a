#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/finding/analysis_result.h"

namespace warpwright {

inline constexpr unsigned noParameter = UINT32_MAX;

/// A parameter of a kernel that a pass could make something of if every launch passed one and the same number.
struct WantedConstant {
  unsigned parameter = 0;  ///< by position; noParameter: the shape of the block, under the name `blockDim`
  std::string name;
  bool notZero = false;  ///< 0 would be of no use
  bool operator==(const WantedConstant&) const = default;
};

/// A change of a kernel that is made in a copy of it, which host code launches where the blocks have one shape and
/// parameters have given values; in all other cases the original runs. So a change may rest on what was only observed.
/// Where no launch can choose, the kernel may ask by itself (guardInKernel).
struct Guard {
  using Block = std::array<uint32_t, 3>;
  struct Value {
    std::string parameter;  ///< its name in the kernel's definition
    uint32_t number = 0;    ///< 2^31-1 at most
    bool operator==(const Value&) const = default;
  };
  std::string kernel;              ///< unqualified name of the original
  std::optional<Block> block;      ///< absent: of any shape
  std::vector<Value> values = {};  ///< that launches pass, in the order of the parameters
  bool operator==(const Guard&) const = default;
};

/// The parameter that a guarded finding has besides those of its pass: who asks. Host code at the launch, or, where no
/// launch can, the kernel.
inline constexpr const char* guardParameter = "guard";
inline constexpr const char* guardByDispatch = "dispatch";
inline constexpr const char* guardInKernel = "kernel";

/// The id of a finding that is guarded: "PASS-HASH@KERNEL.256.1.1.n=16". `id`: of the same finding in the copy.
std::string guardedId(const std::string& id, const Guard& guard);
/// The two of it; nothing: it is the id of a finding that is not guarded.
std::optional<std::pair<std::string, Guard>> readGuardedId(const std::string& id);

/// What the copy is called, if nothing in the program is called so: "step_block_256", "step_block_16x16",
/// "step_with_n_16_block_256".
std::string copyName(const Guard& guard);
/// Is it the name of such a copy?
bool isCopyName(std::string_view name, const Guard& guard);
/// Is it the name of a copy of the kernel, for whatever launches?
bool isCopyOf(std::string_view name, std::string_view kernel);
/// The block that such a name tells; nothing: it tells none.
std::optional<Guard::Block> blockInCopyName(std::string_view name);

/// What launches of the copy are, as the rest of a sentence: "blockDim is (256,1,1) and `n` is 16".
Message conditionOf(const Guard& guard);

/// Would it help to know the block of a launch: do launches leave blocks open, and is something not applicable?
bool wantsBlock(const KernelSummary& kernel);
/// What a run lets one guard findings of a kernel with: the block that was seen, where launches leave blocks open or
/// have several and that helps, and of the wanted parameters those that had one value in all launches. Where several
/// blocks were seen, the most frequent one is a
/// guard of its own, and those parameters are another. None: nothing was seen, or nothing is to be had by it.
std::vector<Guard> guardsFor(const KernelSummary& kernel, const std::vector<WantedConstant>& wanted);
/// Launches in that run that the guard lets have the copy.
uint64_t seenUnder(const KernelSummary& kernel, const Guard& guard);
/// Does the guard let all launches of that run have the copy?
bool coversAllSeen(const KernelSummary& kernel, const Guard& guard);

/// Do the launches that were read leave blocks open? What is not known of the kernel may follow from them.
bool leavesBlocksOpen(const KernelSummary& kernel);

}  // namespace warpwright
