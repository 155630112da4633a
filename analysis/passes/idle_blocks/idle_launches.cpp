#include "analysis/passes/idle_blocks/idle_launches.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/Basic/SourceManager.h>

#include <algorithm>
#include <set>

#include "analysis/frontend/statement_search.h"
#include "analysis/model/project_functions.h"
#include "analysis/model/written_kernel.h"
#include "analysis/rewrite/edit/text_copy.h"
#include "analysis/rewrite/source/macro_text.h"
#include "analysis/rewrite/tree/variable_uses.h"

namespace warpwright::passes {
namespace {

using namespace clang;
using rewrite::LaunchShape;
using rewrite::TextRange;

constexpr const char* note = "blocks without work are not launched";

/// What is assigned to one variable, or to members of it.
class AssignedValues : public RecursiveASTVisitor<AssignedValues> {
 public:
  explicit AssignedValues(const VarDecl& variable) : variable_(variable.getCanonicalDecl()) {}
  bool VisitBinaryOperator(BinaryOperator* binary) {
    if (binary->isAssignmentOp() && isIt(binary->getLHS())) all.push_back(binary);
    return true;
  }
  bool VisitCXXOperatorCallExpr(CXXOperatorCallExpr* call) {  // of a dim3
    if (call->getOperator() == OO_Equal && isIt(call->getArg(0))) all.push_back(call->getArg(1));
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator* unary) {
    isHandedOn = isHandedOn || (unary->getOpcode() == UO_AddrOf && isIt(unary->getSubExpr()));
    return true;
  }
  std::vector<const Stmt*> all;
  bool isHandedOn = false;

 private:
  bool isIt(const Expr* place) const {
    place = place->IgnoreParenImpCasts();
    if (const auto* member = dyn_cast<MemberExpr>(place)) place = member->getBase()->IgnoreParenImpCasts();
    const auto* name = dyn_cast<DeclRefExpr>(place);
    return name && name->getDecl()->getCanonicalDecl() == variable_;
  }
  const Decl* variable_;
};

/// May a value be made to fit, as far as is seen? `counted`: how much there is to do, or null; what that names fits
/// nothing.
class FitReader {
 public:
  explicit FitReader(const Expr* counted) {
    frontend::anyPart(counted, [&](const Stmt& part) {
      const auto* name = dyn_cast<DeclRefExpr>(&part);
      if (const auto* variable = name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr) seen_.insert(variable);
      return false;
    });
  }

  bool mayFit(const Stmt& value, int depth = 0) {
    return depth > 6 || frontend::anyPart(&value, [&](const Stmt& part) {
             const auto* binary = dyn_cast<BinaryOperator>(&part);
             const auto* name = dyn_cast<DeclRefExpr>(&part);
             if (binary && isQuotient(binary->getOpcode())) return true;
             if (isa<CallExpr>(part) && !isa<CXXOperatorCallExpr>(part)) return true;
             return (name && !isa<FunctionDecl>(name->getDecl()) && mayFit(*name, depth)) ||
                    (isa<MemberExpr>(part) && !isOfShape(cast<MemberExpr>(part))) || isa<LambdaExpr, CXXThisExpr>(part);
           });
  }

 private:
  static bool isQuotient(BinaryOperatorKind kind) {
    return kind == BO_Div || kind == BO_Shr || kind == BO_DivAssign || kind == BO_ShrAssign;
  }
  /// `blocks.x` of a variable that is looked at itself.
  static bool isOfShape(const MemberExpr& member) { return isa<DeclRefExpr>(member.getBase()->IgnoreParenImpCasts()); }

  bool mayFit(const DeclRefExpr& name, int depth) {
    if (isa<EnumConstantDecl>(name.getDecl())) return false;
    const auto* variable = dyn_cast<VarDecl>(name.getDecl());
    if (!variable || variable->getType()->isReferenceType()) return true;
    if (!seen_.insert(variable).second) return false;
    if (isa<ParmVarDecl>(variable)) return true;
    const bool isConstant = variable->isConstexpr() || variable->getType().isConstQualified();
    if (!variable->isLocalVarDecl() && !isConstant) return true;
    if (variable->hasInit() && mayFit(*variable->getInit(), depth + 1)) return true;
    const auto* function = dyn_cast<FunctionDecl>(variable->getDeclContext());
    if (!function) return false;  // a constant
    AssignedValues assigned(*variable);
    assigned.TraverseStmt(function->getBody());
    return assigned.isHandedOn ||
           std::ranges::any_of(assigned.all, [&](const Stmt* value) { return mayFit(*value, depth + 1); });
  }

  std::set<const VarDecl*> seen_;  ///< and count
};

/// Has the grid more blocks than have work, where all numbers of the launch are known? Nothing: they are not.
std::optional<bool> isLarger(const model::ParsedKernel& kernel, const rewrite::LaunchSite& site,
                             const WorkingThreads& working) {
  std::optional<bool> all;
  for (const KernelModel& model : kernel.models) {
    for (const Launch& launch : model.launches) {
      if (launch.at.line != site.at.line || launch.at.column != site.at.column || launch.fromUser) continue;
      std::optional<int64_t> bound = working.number;
      if (working.argument >= 0) {
        const auto index = static_cast<size_t>(working.argument);
        bound = index < launch.arguments.size() ? launch.arguments[index] : std::nullopt;
      }
      if (!bound || !launch.grid[0] || !launch.block[0] || *launch.block[0] == 0) return std::nullopt;
      const int64_t work = working.factor * (*bound + working.more);
      const bool one = work < static_cast<int64_t>(*launch.grid[0] - 1) * *launch.block[0];
      all = all.value_or(false) || one;
    }
  }
  return all;
}

const Expr* gridOf(const rewrite::LaunchSite& site) {
  return site.call->getConfig() ? site.call->getConfig()->getArg(0) : nullptr;
}

std::string castTo(QualType type, const ASTContext& context, const std::string& text) {
  return "static_cast<" + type.getAsString(PrintingPolicy(context.getLangOpts())) + ">(" + text + ")";
}

/// `36LL * total`: the number of threads that work, as the host computes it.
Result<std::string> workText(const rewrite::Editor& editor, const rewrite::LaunchSite& site,
                             const WorkingThreads& working) {
  if (working.argument < 0) return std::to_string(working.factor * (working.number + working.more)) + "LL";
  const auto index = static_cast<unsigned>(working.argument);
  const Result<TextRange> place = rewrite::kernelArgument(editor, site, index);
  if (!place.ok()) return place.error();
  const ASTContext& context = editor.unit()->ast();
  const Expr* argument = site.call->getArg(index);
  const Expr* written = argument->IgnoreParenImpCasts();
  if (Status may = rewrite::mayStandTwice(editor, *place, *argument); !may.ok())
    return inputError({"its argument cannot be written twice: %1", said(may.error())});
  if (!written->getType()->isIntegralOrEnumerationType()) return inputError("its argument is no whole number");
  std::string text(editor.textOf(*place));
  const bool isName = isa<DeclRefExpr, IntegerLiteral>(argument->IgnoreImpCasts());
  const QualType own = written->getType().getCanonicalType().getUnqualifiedType();
  if (own != working.given)
    text = castTo(working.given, context, text);
  else if (!isName)
    text = "(" + text + ")";
  if (working.compared->isUnsignedIntegerType() && working.given->isSignedIntegerType())
    text = castTo(working.compared, context, text);
  if (working.more != 0) text = "(" + text + " + " + std::to_string(working.more) + "LL)";
  return working.factor == 1 ? text : std::to_string(working.factor) + "LL * " + text;
}

/// Is evaluating a part of the launch once more the same?
Message changesSomething(const rewrite::Editor& editor, const rewrite::LaunchSite& site) {
  const ASTContext& context = editor.unit()->ast();
  const auto may = [&](const Expr* part) { return rewrite::hasEffects(part, context); };
  for (const CUDAKernelCallExpr* call : site.instances) {
    if (std::ranges::any_of(call->arguments(), may) || std::ranges::any_of(call->getConfig()->arguments(), may))
      return {"The launch at %1 may change something while it computes an argument.", lineText(site.at)};
  }
  return {};
}

Status bound(rewrite::Editor& editor, const rewrite::LaunchSite& site, const WorkingThreads& working,
             const std::string& function) {
  const Result<std::string> threads = rewrite::extentText(editor, site, LaunchShape::block, 0);
  if (!threads.ok()) return threads.error();
  const Result<std::string> work = workText(editor, site, working);
  if (!work.ok()) return work.error();
  return rewrite::wrapExtent(editor, site, LaunchShape::grid, 0, function + "(", ", " + *work + ", " + *threads + ")",
                             note);
}

/// Where the declaration begins in which a launch stands, at the outermost; the comment in front of it included.
std::optional<uint32_t> inFrontOf(const rewrite::Editor& editor, const std::string& file, uint32_t offset) {
  const SourceManager& sources = editor.unit()->ast().getSourceManager();
  for (const Decl* one : editor.unit()->ast().getTraversalScope()) {
    const Result<TextRange> place = editor.locate(
        clang::SourceRange(sources.getExpansionLoc(one->getBeginLoc()), sources.getExpansionLoc(one->getEndLoc())));
    if (!place.ok() || place->file != file || place->begin > offset || place->end < offset) continue;
    uint32_t begin = editor.lineStart(file, place->begin);
    while (begin > 0) {
      const uint32_t above = editor.lineStart(file, begin - 1);
      std::string_view line = editor.textOf(TextRange{file, above, begin});
      line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
      const bool belongs = line.starts_with("//") || line.starts_with("*") || line.starts_with("/*");
      if (!belongs) break;
      begin = above;
    }
    return begin;
  }
  return std::nullopt;
}

}  // namespace

std::vector<IdleLaunch> idleLaunches(const rewrite::Editor& editor, const model::ParsedKernel& kernel,
                                     const WorkingThreads& working) {
  std::vector<IdleLaunch> idle;
  for (rewrite::LaunchSite& site : rewrite::findLaunchSites(editor, *kernel.pattern).sites) {
    const Expr* grid = gridOf(site);
    const std::optional<bool> larger = isLarger(kernel, site, working);
    const Expr* counted = working.argument >= 0 && static_cast<unsigned>(working.argument) < site.call->getNumArgs()
                              ? site.call->getArg(static_cast<unsigned>(working.argument))
                              : nullptr;
    if (!grid || larger == false || (!larger && FitReader(counted).mayFit(*grid))) continue;
    IdleLaunch launch{std::move(site), {}};
    launch.stays = changesSomething(editor, launch.site);
    if (!launch.site.isOneLaunch)
      launch.stays = {"The launch at %1 launches several kernels.", lineText(launch.site.at)};
    rewrite::Editor scratch(*editor.unit());
    const Status may = launch.stays.empty() ? bound(scratch, launch.site, working, "f") : Status();
    if (!may.ok()) launch.stays = {"The launch stays: %1.", said(may.error())};
    idle.push_back(std::move(launch));
  }
  return idle;
}

namespace {

/// Changes of several kernels may come together: each has a name of its own.
std::string functionFor(const rewrite::Editor& editor, const std::vector<IdleLaunch>& launches) {
  const FunctionDecl* kernel = model::writtenForm(launches.front().site.call->getDirectCallee());
  std::string name = kernel->getNameAsString() + "_blocks_with_work";
  const bool isOneOfSeveral = std::ranges::any_of(model::projectFunctions(*editor.unit()), [&](const auto* one) {
    return one->template hasAttr<CUDAGlobalAttr>() && one->getDeclName() == kernel->getDeclName() &&
           model::writtenForm(one) != kernel;
  });
  if (isOneOfSeveral) name += "_" + std::to_string(rewrite::positionAt(*editor.unit(), kernel->getLocation()).line);
  return editor.freshName(name);
}

}  // namespace

Status boundLaunches(rewrite::Editor& editor, const std::vector<IdleLaunch>& launches, const WorkingThreads& working) {
  if (launches.empty()) return inputError("no launch can be changed");
  const std::string function = functionFor(editor, launches);
  for (const char* word : {"static", "unsigned", "long", "const", "return", "static_cast"})
    if (rewrite::isMacroName(editor, word)) return inputError({"%1 is the name of a macro", code(word)});
  std::optional<TextRange> first;
  for (const IdleLaunch& launch : launches) {
    if (!launch.stays.empty()) continue;
    const Result<TextRange> place = rewrite::configurationArgument(editor, launch.site, 0);
    if (!place.ok()) return place.error();
    if (first && first->file != place->file) continue;
    if (Status bounded = bound(editor, launch.site, working, function); !bounded.ok()) return bounded;
    if (!first || place->begin < first->begin) first = *place;
  }
  if (!first) return inputError("no launch can be changed");
  const auto front = inFrontOf(editor, first->file, first->begin);
  if (!front) return inputError("where a function can be declared in front of the launch is not seen");
  const std::string number =
      working.compared->isUnsignedIntegerType() && working.argument >= 0 ? "unsigned long long" : "long long";
  editor.insert(first->file, *front,
                "// The blocks of a grid up to the last that has work; one where none has.\n"
                "static unsigned " +
                    function + "(unsigned blocks, " + number +
                    " work, unsigned threads) {\n"
                    "  const " +
                    number +
                    " working = work > 0 && threads > 0 ? (work - 1) / threads + 1 : 1;\n"
                    "  return working < blocks ? static_cast<unsigned>(working) : blocks;\n"
                    "}\n\n",
                note);
  return {};
}

}  // namespace warpwright::passes
