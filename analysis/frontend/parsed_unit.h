#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "analysis/frontend/compile_command.h"
#include "core/base/result.h"
#include "core/finding/analysis_result.h"

namespace clang {
class ASTContext;
class FunctionDecl;
}  // namespace clang
namespace llvm {
class LLVMContext;
class Module;
}  // namespace llvm

namespace warpwright::frontend {

class PreludeCache;

/// Where CUDA's declarations come from.
enum class HeaderMode { automatic, toolkit, own };

struct ParseOptions {
  HeaderMode headers = HeaderMode::automatic;
  std::filesystem::path toolkit;                 ///< its root; empty: looked for ($CUDA_HOME, $PATH, /usr/local/cuda)
  std::map<std::string, std::string> openTexts;  ///< unsaved texts by absolute path, in place of the files on disk
  bool deviceIr = true;                          ///< false: AST only
  bool parks = false;                            ///< changes are to be tried: see ParsedUnit::errorsWith
  bool isTimeless = false;                       ///< `__DATE__` and its like say 1970, whenever it is parsed
  std::shared_ptr<PreludeCache> preludes;        ///< that parsers share; null: each has its own
};

/// For `ParseOptions::preludes`.
std::shared_ptr<PreludeCache> sharedPreludes();

/// One parse of one translation unit, device side: the AST, and the device code lowered once to LLVM IR for nvptx64
/// (-O1 without LLVM's passes, column debug info). Move-only; not for use from two threads at once.
class ParsedUnit {
 public:
  ParsedUnit(ParsedUnit&&) noexcept;
  ParsedUnit& operator=(ParsedUnit&&) noexcept;
  ~ParsedUnit();

  const CompileCommand& command() const;
  /// "toolkit" or "own", diagnostics, missing headers, what was worked around, seconds.
  const UnitSummary& summary() const;
  /// Walk it with RecursiveASTVisitor::TraverseAST or ASTMatchers (matchAST): its traversal scope is the declarations
  /// in the project's files. Walking getTranslationUnitDecl() itself would load every system header's declarations.
  clang::ASTContext& ast() const;
  /// True where the function, or something its meaning rests on, did not compile. Its body may lack statements, and it
  /// has no body in the device module: nothing may be concluded from it.
  bool hasErrors(const clang::FunctionDecl& function) const;
  /// The device module; null where it could not be lowered (`summary().notes` says why) or was not asked for. Passes of
  /// LLVM may change it. Local values keep their source names; lines and columns are in the debug locations.
  llvm::Module* deviceModule() const;
  /// The text of a file as it was parsed (open text or disk), with its name in any spelling Clang uses.
  Result<std::string> text(const std::string& file) const;
  /// True for files of the project: not a toolkit, compiler, system or Warpwright header. (Guessed include folders
  /// count as system headers for Clang; do not ask Clang.)
  bool isProjectFile(const std::string& file) const;
  /// What the compiler has against the unit with these texts, by absolute path, in place of those that were parsed;
  /// much quicker than a parse. For a unit that was parked, from any one thread. Nothing where it takes a parse to
  /// tell.
  std::optional<std::vector<Diagnostic>> errorsWith(const std::map<std::string, std::string>& texts,
                                                    std::stop_token stop) const;

  struct State;  ///< the frontend's own
  explicit ParsedUnit(std::unique_ptr<State> state);
  State& state() { return *state_; }

 private:
  std::unique_ptr<State> state_;
};

/// Parses translation units and keeps what makes the next parse quick (precompiled prelude, file index). One a worker.
class UnitParser {
 public:
  explicit UnitParser(ParseOptions options = {});
  ~UnitParser();

  /// Never fails because of errors in the user's code: those are in the summary. Errors: unreadable or binary file,
  /// cancelled, a named toolkit that is not there.
  Result<ParsedUnit> parse(const CompileCommand& command, std::stop_token stop);
  /// Replaces the unsaved texts; the next parse sees them. `once`: they do not come again, as those of an editor do:
  /// what makes the next parse quick is used, and not made.
  void setOpenTexts(std::map<std::string, std::string> texts, bool once = false);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// The device and the host side of one unit as LLVM modules for the CPU engine. Host: x86-64, ordinary -O1 code whose
/// launches call cudaLaunchKernel as nvcc's do, with kernels and variables registered through __cudaRegister*.
struct EngineModules {
  std::unique_ptr<llvm::LLVMContext> context;  ///< declared first: destroyed last
  std::unique_ptr<llvm::Module> device;        ///< nvptx64, -O1 without LLVM's passes; null for a plain C or C++ file
  std::unique_ptr<llvm::Module> host;          ///< x86-64
  UnitSummary summary;

  EngineModules();
  EngineModules(EngineModules&&) noexcept;
  EngineModules& operator=(EngineModules&&) noexcept;
  ~EngineModules();
};

/// Compiles one unit for the CPU engine; each unit registers its kernels and variables by itself, as without -rdc.
/// Structures have the layout of CUDA 13 whichever headers are used (resources/cuda/README.md).
/// Errors: the code does not compile (the first few messages, with file and line), cancelled, no such toolkit.
Result<EngineModules> compileForEngine(const CompileCommand& command, const ParseOptions& options,
                                       std::stop_token stop);

}  // namespace warpwright::frontend
