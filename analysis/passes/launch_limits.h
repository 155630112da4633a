#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analysis/model/kernel_modeler.h"
#include "analysis/rewrite/source/editor.h"
#include "core/base/message.h"
#include "core/base/result.h"
#include "core/finding/opportunity.h"

namespace warpwright::passes {

/// A launch of the kernel that every GPU refuses, with its line: too many blocks or threads along a dimension, or in
/// all, more threads than __launch_bounds__ says, more shared memory than a block has. It does nothing, and the program
/// may tell; with other extents or less shared memory it would run. Empty: no such launch is seen.
Message refusedLaunch(const model::ParsedKernel& kernel);

/// For a change that makes grids smaller along a dimension: that no launch is refused as it is, where it is not a
/// number how many blocks it has. Smaller, it might run.
void assumeFewBlocks(std::vector<Assumption>& assumptions, const model::ParsedKernel& kernel, int dimension);

/// The same for a change that declares less shared memory, where it is not a number how much launches ask for.
void assumeSharedFits(std::vector<Assumption>& assumptions, const model::ParsedKernel& kernel);

/// Bytes of shared memory that a block of the kernel declares: what launches ask for is not among it.
uint64_t declaredShared(const KernelModel& model);

/// May a block of so many threads be refused because each of them takes as many registers as it can have? Not where
/// all models are bounded: they were compiled for as many.
bool mayLackRegisters(const model::ParsedKernel& kernel, uint64_t threads);

/// Threads of the kernel's largest block, where more registers a thread could keep it from being launched; nothing:
/// they cannot.
std::optional<uint64_t> threadsToBound(const model::ParsedKernel& kernel);

/// Why the kernel cannot be told how many threads a block has, as the rest of a sentence: it says it in another way, or
/// how many registers they take. Empty: it can.
Message whyNotBounded(const rewrite::Editor& editor, const model::ParsedKernel& kernel);

/// Tells the compiler how many threads a block has, so that they do not take more registers than a block has. Errors:
/// a macro spells the kernel's name, or the kernel says how many registers they take.
Status boundThreads(rewrite::Editor& editor, const model::ParsedKernel& kernel, uint64_t threads,
                    const std::string& note);

/// For a change after which threads may take more registers: bounds them by the kernel's largest block, a `factor`-th
/// of it where the change merges threads, so that launches find room as they did. Nothing where they find it anyhow,
/// where the kernel is told of its blocks or registers, and where a block is not known (assumeRegisters). Errors: as
/// above.
Status leaveRegisters(rewrite::Editor& editor, const model::ParsedKernel& kernel, uint64_t factor = 1);

/// The same where a launch has a block that is not known.
void assumeRegisters(std::vector<Assumption>& assumptions, const model::ParsedKernel& kernel, uint64_t factor = 1);

}  // namespace warpwright::passes
