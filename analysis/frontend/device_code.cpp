#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/CodeGen/ModuleBuilder.h>
#include <llvm/Support/CrashRecoveryContext.h>

#include "analysis/frontend/parsed_unit_state.h"

namespace warpwright::frontend {
namespace {

/// Takes the bodies of functions away for as long as it lives, so that they are declarations to code generation.
class HiddenBodies {
 public:
  explicit HiddenBodies(const std::set<const clang::FunctionDecl*>& functions) {
    for (const clang::FunctionDecl* function : functions) {
      auto* changed = const_cast<clang::FunctionDecl*>(function);
      bodies_.emplace_back(changed, changed->getBody());
      changed->setBody(nullptr);
    }
  }
  HiddenBodies(const HiddenBodies&) = delete;
  HiddenBodies& operator=(const HiddenBodies&) = delete;
  ~HiddenBodies() {
    for (const auto& [function, body] : bodies_) function->setBody(body);
  }

 private:
  std::vector<std::pair<clang::FunctionDecl*, clang::Stmt*>> bodies_;
};

clang::CodeGenOptions deviceOptions(const clang::CompilerInstance& compiler) {
  clang::CodeGenOptions options = compiler.getCodeGenOpts();
  options.OptimizationLevel = 1;
  options.UnrollLoops = true;
  options.setDebugInfo(llvm::codegenoptions::DebugLineTablesOnly);
  options.DebugColumnInfo = true;
  options.DwarfVersion = 4;
  options.DiscardValueNames = false;
  return options;
}

}  // namespace

void lowerDevice(ParsedUnit::State& state) {
  clang::CompilerInstance& compiler = *state.compiler;
  clang::ASTContext& ast = compiler.getASTContext();
  state.context = std::make_unique<llvm::LLVMContext>();
  state.context->setDiscardValueNames(false);
  const clang::CodeGenOptions options = deviceOptions(compiler);

  // Errors of the parse must not keep code generation from the kernels that are fine: it gets an engine of its own.
  DiagnosticCollector messages;
  clang::DiagnosticsEngine engine(compiler.getDiagnostics().getDiagnosticIDs(), new clang::DiagnosticOptions, &messages,
                                  /*ShouldOwnClient=*/false);
  engine.setSourceManager(&compiler.getSourceManager());
  const HiddenBodies hidden(state.broken);
  bool whole = true;
  const auto lower = [&] {
    const std::unique_ptr<clang::CodeGenerator> generator(clang::CreateLLVMCodeGen(
        engine, state.summary.file, &compiler.getVirtualFileSystem(), compiler.getHeaderSearchOpts(),
        compiler.getPreprocessorOpts(), options, *state.context));
    generator->Initialize(ast);
    state.action->recorder().replay(*generator);
    generator->HandleTranslationUnit(ast);
    state.module.reset(generator->ReleaseModule());
  };
  if (state.diagnostics.errors.empty()) {
    lower();
  } else {
    // What is left of a broken unit can be something that code generation never meets otherwise.
    llvm::CrashRecoveryContext::Enable();
    llvm::CrashRecoveryContext guard;
    whole = guard.RunSafely(lower);
    llvm::CrashRecoveryContext::Disable();
  }
  state.action->recorder().endReplay();
  if (!whole) {
    state.summary.notes.push_back("The errors in " + state.summary.file +
                                  " keep its device code from being lowered; fix them first.");
    state.module.release();  // may be half built
    state.context.release();
    return;
  }
  if (!state.module) {
    std::string why = messages.messages.empty() ? "no reason given" : messages.messages.front().message;
    state.summary.notes.push_back("The device code of " + state.summary.file + " could not be lowered: " + why + ".");
  }
}

}  // namespace warpwright::frontend
