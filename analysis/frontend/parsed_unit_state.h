#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <clang/Frontend/CompilerInstance.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include "analysis/frontend/parked_parse.h"
#include "analysis/frontend/parse_action.h"
#include "analysis/frontend/parsed_unit.h"
#include "analysis/frontend/preamble_cache.h"
#include "analysis/frontend/source_files.h"

namespace warpwright::frontend {

struct ParsedUnit::State {
  CompileCommand command;
  UnitSummary summary;
  std::shared_ptr<SourceFiles> files;
  DiagnosticCollector diagnostics;
  std::shared_ptr<const Preamble> preamble;  ///< what the AST is partly read from
  std::unique_ptr<ParkedParse> parked;
  std::unique_ptr<clang::CompilerInstance> compiler;
  std::unique_ptr<ParseAction> action;
  std::vector<std::string> projectFiles;  ///< see projectFiles(); empty until it is asked for the first time
  std::map<const void*, std::shared_ptr<const void>> facts;  ///< see keptFact()
  std::vector<std::string> guessedFolders;                   ///< where headers were found that no flag leads to
  std::set<std::string> hiddenFiles;                         ///< what else lies there and must not be found
  std::map<std::string, std::string> guessedNames;           ///< headers found there, as they are included
  std::set<const clang::FunctionDecl*> broken;               ///< definitions whose bodies must not be trusted
  std::unordered_map<std::string_view, std::vector<std::string_view>> definitions;  ///< of macros; see definitionsOf()
  std::unordered_map<std::string_view, std::vector<std::string_view>> ownDefinitions;  ///< those of the project
  size_t filesWithDefinitions = 0;                                                     ///< that were read for them
  std::map<std::string, std::vector<uint32_t>> statementEnds;                          ///< see statementStart()
  size_t errorsInKernels = 0, brokenKernels = 0, kernels = 0;
  std::unique_ptr<llvm::LLVMContext> context;
  std::unique_ptr<llvm::Module> module;

  ~State() {
    module.reset();
    if (action) action->EndSourceFile();
  }
};

/// Fills `broken` and the kernel counts of a parse that is over.
void findBrokenFunctions(ParsedUnit::State& state);

/// Lowers the device side of a parse that is over. Functions in `broken` become declarations.
void lowerDevice(ParsedUnit::State& state);

}  // namespace warpwright::frontend
