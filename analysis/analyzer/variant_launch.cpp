#include "analysis/analyzer/variant_launch.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/Mangle.h>
#include <clang/Lex/Lexer.h>

#include <algorithm>
#include <filesystem>
#include <future>
#include <optional>
#include <set>

#include "analysis/frontend/captured_units.h"
#include "analysis/frontend/toolkit.h"
#include "analysis/frontend/tree_walk.h"
#include "analysis/model/launch_expression.h"
#include "analysis/model/launches.h"
#include "analysis/model/project_functions.h"
#include "analysis/model/source_text.h"
#include "analysis/model/written_kernel.h"
#include "analysis/rewrite/edit/guarded_launch.h"

namespace warpwright::analysis {
namespace {

using namespace clang;
using frontend::ParsedUnit;
using model::Extents;
using model::writtenForm;

bool isHost(const FunctionDecl& function) {
  if (function.hasAttr<CUDAGlobalAttr>()) return false;
  return !function.hasAttr<CUDADeviceAttr>() || function.hasAttr<CUDAHostAttr>();
}

/// The instance of a kernel that has this mangled name; null: none.
const FunctionDecl* kernelNamed(const ParsedUnit& unit, const std::string& mangledName) {
  ASTNameGenerator names(unit.ast());
  for (const FunctionDecl* function : model::projectFunctions(unit)) {
    if (function->hasAttr<CUDAGlobalAttr>() && !function->isTemplated() && names.getName(function) == mangledName) {
      return function->getCanonicalDecl();
    }
  }
  return nullptr;
}

/// Lambdas are named by where they stand, which moves with what is written above them.
PrintingPolicy withoutPlaces(const FunctionDecl& function) {
  PrintingPolicy policy(function.getLangOpts());
  policy.AnonymousTagLocations = false;
  return policy;
}

/// "space::kernel<16>"
std::string fullName(const FunctionDecl& function) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  function.getNameForDiagnostic(stream, withoutPlaces(function), true);
  return text;
}

std::string typeText(const FunctionDecl& function, unsigned parameter) {
  const QualType type = function.getParamDecl(parameter)->getType().getCanonicalType();
  return type.getAsString(withoutPlaces(function));
}

/// All that `before` takes comes first.
bool takesMore(const FunctionDecl& after, const FunctionDecl& before) {
  if (after.getNumParams() <= before.getNumParams()) return false;
  for (unsigned i = 0; i < before.getNumParams(); ++i) {
    if (typeText(after, i) != typeText(before, i)) return false;
  }
  return true;
}

/// What the original's kernel has become: one of its signature, else the one of its name that takes more; null: none.
const FunctionDecl* variantOf(const FunctionDecl* original, const std::string& mangledName, const ParsedUnit& unit) {
  const FunctionDecl* same = kernelNamed(unit, mangledName);
  if (same || !original) return same;
  std::set<const FunctionDecl*> found;
  for (const FunctionDecl* function : model::projectFunctions(unit)) {
    const bool kernel = function->hasAttr<CUDAGlobalAttr>() && !function->isTemplated();
    if (kernel && fullName(*function) == fullName(*original) && takesMore(*function, *original))
      found.insert(function->getCanonicalDecl());
  }
  // Instances for several lambdas are told apart by how the linker numbers these.
  if (found.size() > 1) {
    ASTNameGenerator names(unit.ast());
    std::erase_if(found, [&](const FunctionDecl* one) { return !names.getName(one).starts_with(mangledName); });
  }
  return found.size() == 1 ? *found.begin() : nullptr;
}

/// Text without blanks and braces: the body of a loop is the same with braces and without.
std::string compact(std::string text) {
  std::erase_if(text, [](char c) { return c == ' ' || c == '\n' || c == '{' || c == '}' || c == ';'; });
  return text;
}

/// Prints the launches of one kernel without their configuration and arguments past the first few, which may differ,
/// and
/// __LINE__ without its number: a change above moves it, in each macro that reports errors.
class LaunchPrinter : public PrinterHelper {
 public:
  LaunchPrinter(const FunctionDecl* kernel, unsigned arguments, const PrintingPolicy& policy, const ASTContext& context)
      : kernel_(kernel), arguments_(arguments), policy_(policy), context_(context) {}
  bool handledStmt(Stmt* statement, raw_ostream& stream) override {
    if (const auto* number = dyn_cast<IntegerLiteral>(statement); number && isLine(number->getLocation())) {
      stream << "__LINE__";
      return true;
    }
    const auto* launch = dyn_cast<CUDAKernelCallExpr>(statement);
    if (const auto* choice = dyn_cast<IfStmt>(statement); choice && kernel_) {
      const auto isNone = [](const CUDAKernelCallExpr&) { return false; };
      launch = rewrite::readGuardedLaunch(*choice, *kernel_, isNone).original;
    }
    if (!launch || !kernel_ || !rewrite::namesKernel(*launch, *kernel_)) return false;
    stream << kernel_->getNameAsString() << "<<<>>>(";
    for (unsigned i = 0; i < std::min(launch->getNumArgs(), arguments_); ++i) {
      launch->getArg(i)->printPretty(stream, this, policy_);
      stream << ", ";
    }
    stream << ")";
    return true;
  }

 private:
  bool isLine(SourceLocation at) const {
    return at.isMacroID() &&
           Lexer::getImmediateMacroName(at, context_.getSourceManager(), context_.getLangOpts()) == "__LINE__";
  }

  const FunctionDecl* kernel_;
  unsigned arguments_;
  const PrintingPolicy& policy_;
  const ASTContext& context_;
};

/// A capture of a compiled program does not know where the launch is; one of the engine has no line where the compiler
/// has made one call of several.
bool isPlace(const SourcePosition& at) {
  return !at.file.empty() && at.line > 0;
}

/// May the launch of a guarded copy be the captured one? Its copy is launched with numbers in place of what is asked
/// for.
class CapturedLaunch {
 public:
  explicit CapturedLaunch(const LaunchCapture& capture) : capture_(capture) {}

  bool mayBe(const CUDAKernelCallExpr& launch) const {
    if (!launch.getDirectCallee()) return false;  // in a template, whose instances are what runs
    // What it is launched with may have been changed since.
    const auto block = blockInCopyName(launch.getDirectCallee()->getNameAsString());
    if (block && *block != capture_.block) return false;
    for (unsigned i = 0; i < launch.getNumArgs() && launch.getNumArgs() == capture_.arguments.size(); ++i) {
      const auto* number = dyn_cast<IntegerLiteral>(launch.getArg(i)->IgnoreParenImpCasts());
      if (number && number->getValue().getLimitedValue() != capture_.arguments[i].bits()) return false;
    }
    return true;
  }

  /// Whole numbers that the launch passed, by the text of its arguments.
  void teach(model::LaunchValues& values, const ASTContext& context, const CUDAKernelCallExpr& launch) const {
    for (unsigned i = 0; i < launch.getNumArgs() && launch.getNumArgs() == capture_.arguments.size(); ++i)
      if (const uint64_t bits = capture_.arguments[i].bits().value_or(UINT64_MAX);
          bits <= INT32_MAX && launch.getArg(i)->getType()->isIntegerType())
        values.learn(context, launch.getArg(i), bits);
  }

 private:
  const LaunchCapture& capture_;
};

/// What one program says about a kernel's launches: where they are, and the host code around them.
class HostSide : frontend::TreeWalk {
 public:
  /// `kernel`: the instance, or null; `arguments`: how many of a launch's belong to what is compared.
  HostSide(const ParsedUnit& unit, const FunctionDecl* kernel, unsigned arguments, const CapturedLaunch& captured)
      : unit_(unit),
        captured_(captured),
        policy_(unit.ast().getLangOpts()),
        instance_(kernel),
        kernel_(kernel ? writtenForm(kernel) : nullptr),
        arguments_(arguments) {
    policy_.AnonymousTagLocations = false;  // lines move with a change
    instances_ = true;
    walk(unit.ast());
  }

  const FunctionDecl* kernel() const { return instance_; }
  void teach(model::LaunchValues& values, size_t number) const {
    captured_.teach(values, unit_.ast(), *launches[number]);
  }

  /// Where a launch is guarded, and the captured one is one of the copy's, it is the copy that is looked at.
  void followGuard(size_t number) {
    const auto guarded = copies_.find(launches[number]);
    if (guarded == copies_.end()) return;
    launches[number] = guarded->second;
    instance_ = guarded->second->getDirectCallee()->getCanonicalDecl();
  }

  /// Number of the launch that a debug location names among `launches`, or of the only one for no location; ones that
  /// cannot be told apart give nothing.
  std::optional<size_t> launchAt(const SourcePosition& at) const {
    if (!isPlace(at) && launches.size() == 1) return 0;
    const model::SourceText text(unit_);
    std::optional<size_t> found;
    for (size_t i = 0; i < launches.size(); ++i) {
      const SourceRange range = text.range({launches[i]->getBeginLoc(), launches[i]->getEndLoc()});
      std::error_code ignored;
      if (std::filesystem::weakly_canonical(range.begin.file, ignored) !=
          std::filesystem::weakly_canonical(at.file, ignored))
        continue;
      if (at.line < range.begin.line || at.line > range.endLine) continue;
      if (found) return std::nullopt;
      found = i;
    }
    return found;
  }

  /// What the host values of a launch fold to.
  std::optional<Launch> foldedAt(size_t number) {
    const model::SourceText text(unit_);
    const SourcePosition at = text.filePlace(launches[number]->getBeginLoc());
    std::optional<Launch> found;
    if (!folded_) folded_ = model::findLaunches(unit_, model::projectFunctions(unit_));
    for (const auto& [kernel, launch] : *folded_) {
      if (kernel != instance_ || launch.at != at) continue;
      if (found) return std::nullopt;  // several shapes
      found = launch;
    }
    return found;
  }

  std::vector<const CUDAKernelCallExpr*> launches;  ///< of the instance, in source order
  std::map<std::string, std::string> code;          ///< host code by name

 private:
  bool visit(Stmt& statement) override {
    if (const auto* choice = dyn_cast<IfStmt>(&statement); choice && kernel_) {
      const auto mayBe = [&](const CUDAKernelCallExpr& copy) { return captured_.mayBe(copy); };
      const rewrite::GuardedLaunch guarded = rewrite::readGuardedLaunch(*choice, *kernel_, mayBe);
      if (guarded.copy && guarded.original) copies_[guarded.original] = guarded.copy;
    }
    const auto* launch = dyn_cast<CUDAKernelCallExpr>(&statement);
    const FunctionDecl* callee = launch ? launch->getDirectCallee() : nullptr;
    if (callee && callee->getCanonicalDecl() == instance_) launches.push_back(launch);
    return true;
  }

  bool visit(Decl& declaration) override {
    if (const auto* function = dyn_cast<FunctionDecl>(&declaration)) print(*function);
    if (const auto* variable = dyn_cast<VarDecl>(&declaration)) {
      const bool onDevice = variable->hasAttr<CUDADeviceAttr>() || variable->hasAttr<CUDAConstantAttr>() ||
                            variable->hasAttr<CUDASharedAttr>();
      if (variable->isFileVarDecl() && !onDevice) printDeclaration(*variable);
    }
    if (isa<EnumConstantDecl, FieldDecl>(declaration)) printDeclaration(cast<NamedDecl>(declaration));
    return true;
  }

  void print(const FunctionDecl& function) {
    if (!isHost(function) || !function.isThisDeclarationADefinition() || !function.hasBody()) return;
    const std::string type = function.getType().getAsString(policy_);
    std::string text = type + " ";
    llvm::raw_string_ostream stream(text);
    LaunchPrinter printer(kernel_, arguments_, policy_, unit_.ast());
    function.getBody()->printPretty(stream, &printer, policy_);
    code[function.getQualifiedNameAsString() + " " + type] = compact(text);
  }

  void printDeclaration(const NamedDecl& decl) {
    std::string text;
    llvm::raw_string_ostream stream(text);
    decl.print(stream, policy_);
    code[decl.getQualifiedNameAsString()] = text;
  }

  const ParsedUnit& unit_;
  const CapturedLaunch& captured_;
  PrintingPolicy policy_;
  const FunctionDecl *instance_, *kernel_;
  unsigned arguments_;
  std::optional<std::vector<std::pair<const FunctionDecl*, Launch>>>
      folded_;  ///< what the host values of all launches fold to, once asked
  std::map<const CUDAKernelCallExpr*, const CUDAKernelCallExpr*> copies_;  ///< by the launch of the original
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

/// Of a kernel that takes more than the captured arguments, for which sizes do not do.
Error openArgument(const std::string& why) {
  return inputError(why + " `warpwright verify` judges such a variant: it runs the whole program.");
}

/// Bytes of a plain whole number that a capture may be given; 0: it is something else.
uint32_t numberBytes(const ASTContext& context, QualType type) {
  const auto* plain = type.getCanonicalType()->getAs<BuiltinType>();
  if (!plain || !plain->isInteger() || plain->getKind() == BuiltinType::Bool) return 0;
  const CharUnits size = context.getTypeSizeInChars(type);
  return size.getQuantity() == 4 || size.getQuantity() == 8 ? static_cast<uint32_t>(size.getQuantity()) : 0;
}

class ShapeChange {
 public:
  ShapeChange(const LaunchShape& captured, const std::string& changed) : captured_(captured), changed_(changed) {}

  /// May it be the captured launch? Not where its sizes are other numbers.
  bool mayBe(const ParsedUnit& unit, HostSide& original, size_t number) const {
    const auto own = model::configurationOf(*original.launches[number]);
    model::LaunchValues values;
    if (!own.grid || !own.block || !values.learn(unit.ast(), own.grid, captured_.grid) ||
        !values.learn(unit.ast(), own.block, captured_.block))
      return false;
    const std::optional<Launch> folded = original.foldedAt(number);
    for (size_t i = 0; folded && i < 3; ++i) {
      if (folded->grid[i].value_or(captured_.grid[i]) != captured_.grid[i] ||
          folded->block[i].value_or(captured_.block[i]) != captured_.block[i])
        return false;
    }
    return true;
  }

  Result<LaunchShape> of(const ParsedUnit& originalUnit, HostSide& original, size_t number,
                         const ParsedUnit& variantUnit, HostSide& variant) {
    originalFold_ = original.foldedAt(number);
    variantFold_ = variant.foldedAt(number);
    const auto own = model::configurationOf(*original.launches[number]);
    const auto other = model::configurationOf(*variant.launches[number]);
    LaunchShape shape = captured_;
    if (Status named = nameAdded(original, variantUnit, variant); !named.ok()) return named.error();
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
      original.teach(values, number);
      grid = values.extents(after, other.grid);
      block = values.extents(after, other.block);
      shared = other.shared ? values.number(after, other.shared) : 0;
    }
    for (int i = 0; i < 3; ++i) {
      const auto folded = [&](const auto& of) {
        return std::pair(originalFold_ ? of(*originalFold_)[i] : std::nullopt,
                         variantFold_ ? of(*variantFold_)[i] : std::nullopt);
      };
      if (!settle(grid[i], captured_.grid[i], folded([](const Launch& l) { return l.grid; }), shape.grid[i]))
        return unknown("grid");
      if (!settle(block[i], captured_.block[i], folded([](const Launch& l) { return l.block; }), shape.block[i]))
        return unknown("block");
    }
    const auto none = std::pair(std::optional<uint64_t>(), std::optional<uint64_t>());
    const auto folded =
        originalFold_ && variantFold_ ? std::pair(originalFold_->sharedBytes, variantFold_->sharedBytes) : none;
    if (!settle(shared, captured_.dynamicSharedBytes, folded, shape.dynamicSharedBytes))
      return unknown("shared memory");
    if (std::string name = ASTNameGenerator(variantUnit.ast()).getName(variant.kernel());
        !added_.empty() || variant.kernel()->getNameAsString() != original.kernel()->getNameAsString())
      shape.kernel = std::move(name);
    if (added_.empty()) return shape;
    if (!changed_.empty()) return unknown("further argument " + added_);
    const CUDAKernelCallExpr& launch = *variant.launches[number];
    for (unsigned i = original.kernel()->getNumParams(); i < launch.getNumArgs(); ++i) {
      const ParmVarDecl* parameter = variant.kernel()->getParamDecl(i);
      const uint32_t bytes = numberBytes(after, parameter->getType());
      const auto value = (learned ? values : model::LaunchValues()).number(after, launch.getArg(i));
      if (!value || *value < 0 || (bytes == 4 && *value > INT32_MAX))
        return unknown("further argument `" + parameter->getNameAsString() + "`");
      shape.added.push_back({bytes, static_cast<uint64_t>(*value)});
    }
    return shape;
  }

 private:
  /// Fills `added_`. Errors: an argument that cannot be told from the captured launch.
  Status nameAdded(const HostSide& original, const ParsedUnit& variantUnit, const HostSide& variant) {
    added_.clear();
    for (unsigned i = original.kernel()->getNumParams(); i < variant.kernel()->getNumParams(); ++i) {
      const ParmVarDecl* parameter = variant.kernel()->getParamDecl(i);
      added_ += (added_.empty() ? "`" : ", `") + parameter->getNameAsString() + "`";
      if (numberBytes(variantUnit.ast(), parameter->getType()) != 0) continue;
      return openArgument("The variant's kernel takes a further argument, `" + parameter->getNameAsString() +
                          "` of type " + typeText(*variant.kernel(), i) +
                          ", which the capture does not have: only whole numbers of 4 or 8 bytes " +
                          "can be told from the captured launch.");
    }
    return {};
  }
  /// Computed from the captured value, or folded in both programs with the original's as captured.
  template <typename T>
  static bool settle(std::optional<int64_t> computed, T captured, std::pair<std::optional<T>, std::optional<T>> folded,
                     T& into) {
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
    const std::string why = "The " + what + " of the variant's launch cannot be told from the captured one" +
                            (changed_.empty() ? "." : ": the variant also changes `" + changed_ + "` in host code.");
    return added_.empty() ? open(why) : openArgument(why);
  }

  const LaunchShape& captured_;
  const std::string& changed_;
  std::string added_;  ///< arguments that only the variant's kernel takes; empty: none
  std::optional<Launch> originalFold_, variantFold_;
};

/// Where the capture does not say which launch it was, all that it may be have to change in the same way.
Result<LaunchShape> agreedShape(ShapeChange change, const ParsedUnit& originalUnit, HostSide& original,
                                const ParsedUnit& variantUnit, HostSide& variant) {
  if (variant.launches.size() != original.launches.size()) {
    return open("The variant launches the kernel in another number of places.");
  }
  std::optional<LaunchShape> agreed;
  for (size_t number = 0; number < original.launches.size(); ++number) {
    if (!change.mayBe(originalUnit, original, number)) continue;
    variant.followGuard(number);
    Result<LaunchShape> shape = change.of(originalUnit, original, number, variantUnit, variant);
    if (!shape.ok()) return shape;
    if (agreed && !(*agreed == *shape)) {
      return open(
          "The source launches the kernel in several places, which the variant changes in different ways, and the "
          "capture "
          "does not say which it was.");
    }
    agreed = *shape;
  }
  if (!agreed) return open("None of the launches in the source has the sizes of the captured one.");
  return *agreed;
}

}  // namespace

Result<LaunchShape> variantLaunch(const LaunchCapture& capture, const std::map<std::string, std::string>& openTexts,
                                  const std::filesystem::path& project, std::stop_token stop) {
  const LaunchShape captured = shapeOf(capture);
  const CapturedLaunch capturedLaunch(capture);
  const auto commands = unitsOf(capture, project);
  if (!commands.ok()) return commands.error();
  frontend::ParseOptions options = frontend::optionsUnder(capture.program.toolkit);
  options.deviceIr = false;
  frontend::UnitParser originals(options), variants(options);
  variants.setOpenTexts(openTexts, /*once=*/true);
  std::string changed;
  for (const frontend::CompileCommand& command : *commands) {
    auto beside = std::async(std::launch::async, [&] { return variants.parse(command, stop); });
    Result<ParsedUnit> originalUnit = originals.parse(command, stop), variantUnit = beside.get();
    if (!originalUnit.ok()) return originalUnit.error();
    if (!variantUnit.ok()) return variantUnit.error();
    const FunctionDecl* kernel = kernelNamed(*originalUnit, capture.kernel.mangledName);
    const unsigned arguments = kernel ? kernel->getNumParams() : 0;
    HostSide original(*originalUnit, kernel, arguments, capturedLaunch);
    HostSide variant(*variantUnit, variantOf(kernel, capture.kernel.mangledName, *variantUnit), arguments,
                     capturedLaunch);
    if (changed.empty()) changed = changedCode(original, variant);
    const std::optional<size_t> number = original.launchAt(capture.at);
    if (!number && !isPlace(capture.at) && !original.launches.empty() && variant.kernel()) {
      return agreedShape(ShapeChange(captured, changed), *originalUnit, original, *variantUnit, variant);
    }
    if (!number) continue;
    if (!variant.kernel()) return captured;  // the replay says what is there in its place
    if (variant.launches.size() != original.launches.size()) {
      return open("The variant launches the kernel in another number of places.");
    }
    variant.followGuard(*number);
    return ShapeChange(captured, changed).of(*originalUnit, original, *number, *variantUnit, variant);
  }
  if (changed.empty()) return captured;
  return open("The captured launch was not found in the source, and the variant changes `" + changed +
              "` in host code.");
}

}  // namespace warpwright::analysis
