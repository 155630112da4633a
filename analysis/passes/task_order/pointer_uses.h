#pragma once

#include "analysis/passes/task_order/task_mentions.h"

namespace warpwright::passes {

/// Is it a launch of the kernel?
bool isLaunchOf(const clang::CUDAKernelCallExpr& launch, const clang::FunctionDecl& kernel);

/// The call that a mention is an argument of, by which argument, and whether it hands on the variable's address.
struct Handed {
  const clang::CallExpr* call = nullptr;  ///< null: it is no argument
  unsigned argument = 0;
  bool byAddress = false;
};
Handed handedOn(const Mention& mention);

/// What a mention of a device pointer does in host code.
enum class UseKind { allocated, filled, copied, freed, launched, launchedElsewhere, other };
/// `parameter`: of the kernel, for which the pointer is.
UseKind useOf(const Mention& mention, const clang::FunctionDecl& kernel, unsigned parameter);

}  // namespace warpwright::passes
