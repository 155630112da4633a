#include <clang/Basic/CodeGenOptions.h>
#include <clang/CodeGen/CodeGenAction.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendActions.h>
#include <clang/Lex/Preprocessor.h>
#include <clang/Lex/PreprocessorOptions.h>
#include <clang/Serialization/PCHContainerOperations.h>
#include <llvm/Support/TargetSelect.h>

#include "analysis/frontend/clang_invocation.h"
#include "analysis/frontend/host_code.h"
#include "analysis/frontend/known_libraries.h"
#include "analysis/frontend/parse_action.h"
#include "analysis/frontend/parsed_unit_state.h"
#include "analysis/frontend/toolkit.h"

namespace warpwright::frontend {
namespace {

/// Skips headers of libraries that are not here: a program may include more than it uses.
class SkippedLibraries : public clang::PPCallbacks {
 public:
  bool FileNotFound(llvm::StringRef name) override { return !libraryOfHeader(name.str()).empty(); }
};

class HostAction : public clang::EmitLLVMOnlyAction {
 public:
  using EmitLLVMOnlyAction::EmitLLVMOnlyAction;

 protected:
  bool BeginSourceFileAction(clang::CompilerInstance& compiler) override {
    compiler.getPreprocessor().addPPCallbacks(std::make_unique<SkippedLibraries>());
    return EmitLLVMOnlyAction::BeginSourceFileAction(compiler);
  }
};

/// Skips every header that is not here, so that the rest is looked at, too.
class SkippedHeaders : public clang::PPCallbacks {
 public:
  bool FileNotFound(llvm::StringRef) override { return true; }
};

class CheckAction : public clang::SyntaxOnlyAction {
 protected:
  bool BeginSourceFileAction(clang::CompilerInstance& compiler) override {
    compiler.getPreprocessor().addPPCallbacks(std::make_unique<SkippedHeaders>());
    return SyntaxOnlyAction::BeginSourceFileAction(compiler);
  }
};

/// Runs Clang over the host side; what it says goes to `summary`.
bool run(clang::FrontendAction& action, std::shared_ptr<clang::CompilerInvocation> invocation,
         const std::shared_ptr<SourceFiles>& files, UnitSummary& summary, bool stopsAtFatal) {
  DiagnosticCollector messages;
  clang::CompilerInstance compiler(std::make_shared<clang::PCHContainerOperations>());
  compiler.setInvocation(invocation);
  invocation->getDiagnosticOpts().ShowCarets = false;  // else Clang counts errors on stderr
  compiler.createDiagnostics(&messages, /*ShouldOwnClient=*/false);
  compiler.getDiagnostics().setFatalsAsError(!stopsAtFatal);
  compiler.createFileManager(overlay(files));
  compiler.createSourceManager(compiler.getFileManager());
  const bool good = compiler.ExecuteAction(action);
  summary.notes.insert(summary.notes.end(), files->notes.begin(), files->notes.end());
  summary.errors.insert(summary.errors.end(), messages.messages.begin(), messages.messages.end());
  return good;
}

}  // namespace

Result<std::vector<Diagnostic>> hostErrorsOf(ParsedUnit& unit, const ParseOptions& options) {
  InvocationRequest request;
  request.side = Side::host;
  request.ownHeaders = unit.summary().headers == "own";
  if (!request.ownHeaders) {
    const Result<std::optional<std::filesystem::path>> toolkit = findToolkit(options.toolkit);
    if (!toolkit.ok()) return toolkit.error();
    if (*toolkit) request.toolkit = **toolkit;
  }
  Result<std::filesystem::path> resources = findClangResources();
  if (!resources.ok()) return resources.error();
  request.clangResources = *resources;
  request.isTimeless = options.isTimeless;
  request.guessedFolders = unit.state().guessedFolders;
  request.hiddenFiles = unit.state().hiddenFiles;
  auto files = std::make_shared<SourceFiles>();
  files->openTexts = options.openTexts;
  Result<std::shared_ptr<clang::CompilerInvocation>> invocation = makeInvocation(unit.command(), request, *files);
  if (!invocation.ok()) return invocation.error();
  UnitSummary summary;
  CheckAction action;
  run(action, *invocation, files, summary, /*stopsAtFatal=*/false);
  return std::move(summary.errors);
}

Result<std::unique_ptr<llvm::Module>> compileHost(const CompileCommand& command, const InvocationRequest& request,
                                                  const std::map<std::string, std::string>& openTexts,
                                                  llvm::LLVMContext& context, UnitSummary& summary) {
  auto files = std::make_shared<SourceFiles>();
  files->openTexts = openTexts;
  Result<std::shared_ptr<clang::CompilerInvocation>> invocation = makeInvocation(command, request, *files);
  if (!invocation.ok()) return invocation.error();
  clang::CodeGenOptions& options = (*invocation)->getCodeGenOpts();
  options.OptimizationLevel = 1;
  options.setDebugInfo(llvm::codegenoptions::DebugLineTablesOnly);
  options.DebugColumnInfo = true;
  options.DwarfVersion = 4;
  if (command.cuda) {
    // Clang registers kernels and variables only where there is a device binary to register them with; the engine has
    // its own way to the device code and never looks at it.
    const std::string binary = "/.warpwright-device.bin";
    files->generated[binary] = std::make_shared<const std::string>("device code is in another module");
    options.CudaGpuBinaryFileName = binary;
    (*invocation)->getLangOpts().GPURelocatableDeviceCode = false;
  }
  (*invocation)->getFrontendOpts().ProgramAction = clang::frontend::EmitLLVMOnly;

  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  llvm::InitializeNativeTargetAsmParser();
  HostAction action(&context);
  std::unique_ptr<llvm::Module> module;
  if (run(action, *invocation, files, summary, /*stopsAtFatal=*/true)) module = action.takeModule();
  return module;
}

}  // namespace warpwright::frontend
