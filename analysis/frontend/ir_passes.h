#pragma once

#include <llvm/Passes/PassBuilder.h>

namespace warpwright::frontend {

/// What LLVM's passes keep of a module between one another, registered with each other as they must be.
struct IrPasses {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager graph;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder;

  explicit IrPasses(llvm::TargetMachine* machine = nullptr) : builder(machine) {
    builder.registerModuleAnalyses(modules);
    builder.registerFunctionAnalyses(functions);
    builder.registerLoopAnalyses(loops);
    builder.registerCGSCCAnalyses(graph);
    builder.crossRegisterProxies(loops, functions, graph, modules);
  }
};

}  // namespace warpwright::frontend
