#pragma once

#include <cstdint>
#include <optional>

#include "analysis/model/kernel_modeler.h"
#include "analysis/passes/judgement.h"
#include "core/kernel/kernel_model.h"

namespace warpwright::passes {

/// Bytes of shared memory that a variable of so many takes at most, with what compilers leave in front of the next one,
/// or of what a launch asks for, so that it is aligned.
uint64_t spacedShared(uint64_t bytes);

/// The same of all variables that a block of the kernel declares, where each has `times` its bytes.
uint64_t spacedShared(const KernelModel& model, uint64_t times = 1);

/// Why it is not known how much shared memory blocks take: a launch of which it is not known what it asks for. Nothing:
/// it is known.
std::optional<Judgement> judgeSharedAsked(const model::ParsedKernel& kernel);

/// Why nothing more may lie in shared memory: a variable there that the program may learn the place of, which would be
/// another. Nothing: there is none. `more`: what would lie there, "With more".
std::optional<Judgement> judgeSharedPlaces(const KernelModel& model, const Message& more);

/// The same, and why nothing may be declared beside memory whose size launches give: it would begin elsewhere.
std::optional<Judgement> judgeDeclaredShared(const KernelModel& model, const Message& more);

/// Bytes of shared memory that a block takes at most, with what launches ask for and each variable of the kernel
/// `times` over: too many where it is not known what a launch asks for.
uint64_t sharedTaken(const model::ParsedKernel& kernel, uint64_t times = 1);
/// What that leaves a block, of what it has unasked.
uint64_t sharedLeft(const model::ParsedKernel& kernel);

/// Why blocks may take no more than they do: a launch of the kernel, or one of a kernel that is not known, fails unless
/// all of its blocks find room at once. Nothing: none does.
std::optional<Judgement> judgeLaunchedTogether(const model::ParsedKernel& kernel);

}  // namespace warpwright::passes
