#pragma once

#include <map>
#include <memory>
#include <string>

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include "analysis/frontend/clang_invocation.h"
#include "core/opportunity/analysis_result.h"

namespace warpwright::frontend {

/// Compiles the host side of a unit to x86-64, with the passes of -O1. Null where it has errors: `summary.errors`.
/// Errors: Clang cannot make sense of the flags.
Result<std::unique_ptr<llvm::Module>> compileHost(const CompileCommand& command, const InvocationRequest& request,
                                                  const std::map<std::string, std::string>& openTexts,
                                                  llvm::LLVMContext& context, UnitSummary& summary);

}  // namespace warpwright::frontend
