#include "analysis/variant_launch.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/Mangle.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/Lex/Lexer.h>

#include <algorithm>
#include <filesystem>
#include <optional>

#include "analysis/model/launch_expression.h"
#include "analysis/model/launches.h"
#include "analysis/model/project_functions.h"
#include "analysis/model/source_text.h"

namespace warpwright::analysis {
namespace {

using namespace clang;
using frontend::ParsedUnit;
using model::Extents;

const FunctionDecl* writtenForm(const FunctionDecl* function) {
  const FunctionDecl* pattern = function->getTemplateInstantiationPattern();
  return (pattern ? pattern : function)->getCanonicalDecl();
}

bool isHost(const FunctionDecl& function) {
  if (function.hasAttr<CUDAGlobalAttr>()) return false;
  return !function.hasAttr<CUDADeviceAttr>() || function.hasAttr<CUDAHostAttr>();
}

/// Prints the launches of one kernel without their configuration, which may differ, and __LINE__ without its number: a change
/// above moves it, in each macro that reports errors.
class LaunchPrinter : public PrinterHelper {
 public:
  LaunchPrinter(const FunctionDecl* kernel, const PrintingPolicy& policy, const ASTContext& context)
      : kernel_(kernel), policy_(policy), context_(context) {}
  bool handledStmt(Stmt* statement, raw_ostream& stream) override {
    if (const auto* number = dyn_cast<IntegerLiteral>(statement); number && isLine(number->getLocation())) {
      stream << "__LINE__";
      return true;
    }
    const auto* launch = dyn_cast<CUDAKernelCallExpr>(statement);
    const FunctionDecl* callee = launch ? launch->getDirectCallee() : nullptr;
    if (!callee || !kernel_ || writtenForm(callee) != kernel_) return false;
    stream << callee->getNameAsString() << "<<<>>>(";
    for (const Expr* argument : launch->arguments()) {
      argument->printPretty(stream, this, policy_);
      stream << ", ";
    }
    stream << ")";
    return true;
  }

 private:
  bool isLine(SourceLocation at) const {
    return at.isMacroID() && Lexer::getImmediateMacroName(at, context_.getSourceManager(), context_.getLangOpts()) == "__LINE__";
  }

  const FunctionDecl* kernel_;
  const PrintingPolicy& policy_;
  const ASTContext& context_;
};

/// What one program says about a kernel's launches: where they are, and the host code around them.
class HostSide : public RecursiveASTVisitor<HostSide> {
 public:
  HostSide(const ParsedUnit& unit, const std::string& mangledKernel)
      : unit_(unit), names_(unit.ast()), mangled_(mangledKernel), policy_(unit.ast().getLangOpts()) {
    for (const FunctionDecl* function : model::projectFunctions(unit)) {
      if (function->hasAttr<CUDAGlobalAttr>() && !function->isTemplated() && names_.getName(function) == mangled_) {
        instance_ = function->getCanonicalDecl();
        kernel_ = writtenForm(function);
      }
    }
    TraverseAST(unit.ast());
  }

  bool shouldVisitTemplateInstantiations() const { return true; }
  bool VisitCUDAKernelCallExpr(CUDAKernelCallExpr* launch) {
    const FunctionDecl* callee = launch->getDirectCallee();
    if (callee && callee->getCanonicalDecl() == instance_) launches.push_back(launch);
    return true;
  }
  bool VisitFunctionDecl(FunctionDecl* function) {
    if (!isHost(*function) || !function->isThisDeclarationADefinition() || !function->hasBody()) return true;
    std::string text = function->getType().getAsString() + " ";
    llvm::raw_string_ostream stream(text);
    LaunchPrinter printer(kernel_, policy_, unit_.ast());
    function->getBody()->printPretty(stream, &printer, policy_);
    code[function->getQualifiedNameAsString() + " " + function->getType().getAsString()] = text;
    return true;
  }
  bool VisitVarDecl(VarDecl* variable) {
    const bool onDevice = variable->hasAttr<CUDADeviceAttr>() || variable->hasAttr<CUDAConstantAttr>() ||
                          variable->hasAttr<CUDASharedAttr>();
    if (variable->isFileVarDecl() && !onDevice) print(*variable);
    return true;
  }
  bool VisitEnumConstantDecl(EnumConstantDecl* constant) { return print(*constant), true; }
  bool VisitFieldDecl(FieldDecl* field) { return print(*field), true; }

  bool hasKernel() const { return instance_ != nullptr; }

  /// Number of the launch that a debug location names among `launches`, or of the only one for no location; ones that cannot
  /// be told apart give nothing.
  std::optional<size_t> launchAt(const SourcePosition& at) const {
    // A capture of a compiled program does not know the place.
    if (at.file.empty() && launches.size() == 1) return 0;
    const model::SourceText text(unit_);
    std::optional<size_t> found;
    for (size_t i = 0; i < launches.size(); ++i) {
      const SourceRange range = text.range({launches[i]->getBeginLoc(), launches[i]->getEndLoc()});
      std::error_code ignored;
      if (std::filesystem::weakly_canonical(range.begin.file, ignored) != std::filesystem::weakly_canonical(at.file, ignored)) continue;
      if (at.line < range.begin.line || at.line > range.endLine) continue;
      if (found) return std::nullopt;
      found = i;
    }
    return found;
  }

  /// What the host values of a launch fold to.
  std::optional<Launch> foldedAt(size_t number) const {
    const model::SourceText text(unit_);
    const SourcePosition at = text.filePlace(launches[number]->getBeginLoc());
    std::optional<Launch> found;
    for (const auto& [kernel, launch] : model::findLaunches(unit_, model::projectFunctions(unit_))) {
      if (kernel != instance_ || launch.at != at) continue;
      if (found) return std::nullopt;  // several shapes
      found = launch;
    }
    return found;
  }

  std::vector<const CUDAKernelCallExpr*> launches;   ///< of the instance, in source order
  std::map<std::string, std::string> code;           ///< host code by name

 private:
  void print(const NamedDecl& decl) {
    std::string text;
    llvm::raw_string_ostream stream(text);
    decl.print(stream, policy_);
    code[decl.getQualifiedNameAsString()] = text;
  }

  const ParsedUnit& unit_;
  ASTNameGenerator names_;
  std::string mangled_;
  PrintingPolicy policy_;
  const FunctionDecl *instance_ = nullptr, *kernel_ = nullptr;
};

/// The first host function, variable or constant that the variant changed; empty: none. New ones do not count.
std::string changedCode(const HostSide& original, const HostSide& variant) {
  for (const auto& [name, text] : original.code) {
    const auto found = variant.code.find(name);
    if (found == variant.code.end() || found->second != text) return name.substr(0, name.find(' '));
  }
  return "";
}

Error open(const std::string& why) {
  return inputError(why + " Say how the variant is launched with --variant-launch '<<<grid,block,shared>>>'.");
}

class ShapeChange {
 public:
  ShapeChange(const LaunchShape& captured, const std::string& changed) : captured_(captured), changed_(changed) {}

  Result<LaunchShape> of(const ParsedUnit& originalUnit, const HostSide& original, size_t number,
                         const ParsedUnit& variantUnit, const HostSide& variant) {
    originalFold_ = original.foldedAt(number);
    variantFold_ = variant.foldedAt(number);
    const auto own = model::configurationOf(*original.launches[number]);
    const auto other = model::configurationOf(*variant.launches[number]);
    LaunchShape shape = captured_;
    if (!own.grid || !other.grid) return open("The launch of the variant has no sizes.");
    Extents grid, block;
    std::optional<int64_t> shared;
    // With other host code, names that both launches use may stand for other values.
    model::LaunchValues values;
    const ASTContext &before = originalUnit.ast(), &after = variantUnit.ast();
    const bool learned = changed_.empty() && values.learn(before, own.grid, captured_.grid) &&
                         values.learn(before, own.block, captured_.block) &&
                         (own.shared ? values.learn(before, own.shared, captured_.dynamicSharedBytes)
                                     : captured_.dynamicSharedBytes == 0);
    if (learned) {
      grid = values.extents(after, other.grid);
      block = values.extents(after, other.block);
      shared = other.shared ? values.number(after, other.shared) : 0;
    }
    for (int i = 0; i < 3; ++i) {
      const auto folded = [&](const auto& of) { return std::pair(originalFold_ ? of(*originalFold_)[i] : std::nullopt,
                                                                 variantFold_ ? of(*variantFold_)[i] : std::nullopt); };
      if (!settle(grid[i], captured_.grid[i], folded([](const Launch& l) { return l.grid; }), shape.grid[i])) return unknown("grid");
      if (!settle(block[i], captured_.block[i], folded([](const Launch& l) { return l.block; }), shape.block[i])) return unknown("block");
    }
    const auto none = std::pair(std::optional<uint64_t>(), std::optional<uint64_t>());
    const auto folded = originalFold_ && variantFold_ ? std::pair(originalFold_->sharedBytes, variantFold_->sharedBytes) : none;
    if (!settle(shared, captured_.dynamicSharedBytes, folded, shape.dynamicSharedBytes)) return unknown("shared memory");
    return shape;
  }

 private:
  /// Computed from the captured value, or folded in both programs with the original's as captured.
  template <typename T>
  static bool settle(std::optional<int64_t> computed, T captured, std::pair<std::optional<T>, std::optional<T>> folded, T& into) {
    if (computed) {
      if (*computed < 0 || *computed > static_cast<int64_t>(INT32_MAX)) return false;
      into = static_cast<T>(*computed);
      return true;
    }
    if (!folded.first || !folded.second || *folded.first != captured) return false;
    into = *folded.second;
    return true;
  }
  Error unknown(const std::string& what) const {
    return open("The " + what + " of the variant's launch cannot be told from the captured one" +
                (changed_.empty() ? "." : ": the variant also changes `" + changed_ + "` in host code."));
  }

  const LaunchShape& captured_;
  const std::string& changed_;
  std::optional<Launch> originalFold_, variantFold_;
};

frontend::ParseOptions parseOptionsOf(const CapturedProgram& program) {
  frontend::ParseOptions options;
  options.deviceIr = false;
  if (program.toolkit == "none") {
    options.headers = frontend::HeaderMode::own;
  } else if (program.toolkit != "auto" && !program.toolkit.empty()) {
    options.headers = frontend::HeaderMode::toolkit;
    options.toolkit = program.toolkit;
  }
  return options;
}

/// A capture of a GPU does not say which launch it was: all have to change in the same way.
Result<LaunchShape> agreedShape(ShapeChange change, const ParsedUnit& originalUnit, const HostSide& original,
                                const ParsedUnit& variantUnit, const HostSide& variant) {
  if (variant.launches.size() != original.launches.size()) {
    return open("The variant launches the kernel in another number of places.");
  }
  std::optional<LaunchShape> agreed;
  for (size_t number = 0; number < original.launches.size(); ++number) {
    Result<LaunchShape> shape = change.of(originalUnit, original, number, variantUnit, variant);
    if (!shape.ok()) return shape;
    if (agreed && !(*agreed == *shape)) {
      return open("The source launches the kernel in several places, which the variant changes in different ways, and the capture "
                  "does not say which it was.");
    }
    agreed = *shape;
  }
  return *agreed;
}

}  // namespace

Result<LaunchShape> variantLaunch(const LaunchCapture& capture, const std::map<std::string, std::string>& openTexts,
                                  std::stop_token stop) {
  const LaunchShape captured = shapeOf(capture);
  auto commands = frontend::findUnits(capture.program.path, capture.program.compilerFlags);
  if (!commands.ok()) return commands.error();
  const frontend::ParseOptions options = parseOptionsOf(capture.program);
  frontend::ParseOptions variantOptions = options;
  variantOptions.openTexts = openTexts;
  frontend::UnitParser originals(options), variants(variantOptions);
  std::string changed;
  for (frontend::CompileCommand command : *commands) {
    if (!command.cuda) continue;
    command.arch = capture.program.arch;
    Result<ParsedUnit> originalUnit = originals.parse(command, stop), variantUnit = variants.parse(command, stop);
    if (!originalUnit.ok()) return originalUnit.error();
    if (!variantUnit.ok()) return variantUnit.error();
    const HostSide original(*originalUnit, capture.kernel.mangledName), variant(*variantUnit, capture.kernel.mangledName);
    if (changed.empty()) changed = changedCode(original, variant);
    const std::optional<size_t> number = original.launchAt(capture.at);
    if (!number && capture.at.file.empty() && !original.launches.empty() && variant.hasKernel()) {
      return agreedShape(ShapeChange(captured, changed), *originalUnit, original, *variantUnit, variant);
    }
    if (!number) continue;
    if (!variant.hasKernel()) return captured;  // the replay says what is there in its place
    if (variant.launches.size() != original.launches.size()) {
      return open("The variant launches the kernel in another number of places.");
    }
    return ShapeChange(captured, changed).of(*originalUnit, original, *number, *variantUnit, variant);
  }
  if (changed.empty()) return captured;
  return open("The captured launch was not found in the source, and the variant changes `" + changed + "` in host code.");
}

}  // namespace warpwright::analysis
