#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include "analysis/frontend/clang_invocation.h"
#include "analysis/frontend/parsed_unit.h"
#include "core/finding/analysis_result.h"

namespace warpwright::frontend {

/// Compiles the host side of a unit to x86-64, with the passes of -O1. Null where it has errors: `summary.errors`.
/// Errors: Clang cannot make sense of the flags.
Result<std::unique_ptr<llvm::Module>> compileHost(const CompileCommand& command, const InvocationRequest& request,
                                                  const std::map<std::string, std::string>& openTexts,
                                                  llvm::LLVMContext& context, UnitSummary& summary);

/// What the compiler has against the host side of a unit that was parsed, with the texts and the toolkit of `options`;
/// headers that were not found are left out.
/// Errors: Clang cannot make sense of the flags.
Result<std::vector<Diagnostic>> hostErrorsOf(ParsedUnit& unit, const ParseOptions& options);

}  // namespace warpwright::frontend
