#include "analysis/passes/shared_table/launched_memory.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "analysis/frontend/statement_search.h"
#include "analysis/model/code_pieces.h"
#include "analysis/model/conditional_text.h"
#include "analysis/model/cuda_names.h"
#include "analysis/model/host_values.h"
#include "analysis/model/project_functions.h"
#include "analysis/model/source_text.h"
#include "analysis/model/written_kernel.h"
#include "analysis/passes/task_order/pointer_uses.h"

namespace warpwright::passes {
namespace {

using namespace clang;

constexpr int mostCalls = 3;  // from a launch back to where its memory comes from

/// A call in host code that hands a pointer on: a launch, or that of a function that launches.
struct Site {
  const FunctionDecl* function = nullptr;  ///< whose code it is
  const CallExpr* call = nullptr;
  std::vector<const Stmt*> parents;
};

using Parents = std::vector<const Stmt*>;

/// Does a part of a statement run whenever the statement does, before what follows it?
bool alwaysRuns(const Stmt& parent, const Stmt& child) {
  if (const auto* choice = dyn_cast<IfStmt>(&parent)) return choice->getCond() == &child || choice->getInit() == &child;
  if (const auto* loop = dyn_cast<DoStmt>(&parent))
    return loop->getBody() == &child &&
           !frontend::anyPart(&child, [](const Stmt& part) { return isa<BreakStmt, ContinueStmt>(part); });
  if (const auto* binary = dyn_cast<BinaryOperator>(&parent)) return !binary->isLogicalOp();
  if (isa<AbstractConditionalOperator, LambdaExpr, StmtExpr, UnaryExprOrTypeTraitExpr, CXXNoexceptExpr, CXXTypeidExpr>(
          parent))
    return false;
  return isa<CompoundStmt, DeclStmt, Expr>(parent);
}

/// Which statement of a block a place is in; nothing: it is in none.
std::optional<size_t> statementOf(const CompoundStmt& block, const Stmt* node, const Parents& parents) {
  const auto at = std::ranges::find(parents, &block);
  if (at == parents.end()) return std::nullopt;
  const Stmt* statement = at + 1 == parents.end() ? node : *(at + 1);
  const auto found = std::find(block.body_begin(), block.body_end(), statement);
  if (found == block.body_end()) return std::nullopt;
  return static_cast<size_t>(found - block.body_begin());
}

class LaunchedMemory {
 public:
  explicit LaunchedMemory(const frontend::ParsedUnit& unit)
      : unit_(unit), text_(unit), functions_(model::projectFunctions(unit)) {}

  Result<uint64_t> behind(const model::ParsedKernel& kernel, unsigned argument) {
    const std::vector<Site> launches = launchesOf(kernel);
    for (const KernelModel& model : kernel.models) {
      for (const Launch& launch : model.launches) {
        const bool isSeen = launch.fromUser || std::ranges::any_of(launches, [&](const Site& site) {
                              return text_.filePlace(site.call->getBeginLoc()) == launch.at;
                            });
        if (!isSeen) return inputError({"What the launch at %1 passes is not seen.", lineText(launch.at)});
      }
    }
    if (launches.empty()) return inputError("No launch is seen.");
    return sameOf(launches, argument, 0);
  }

  /// The `#if` in an arm of which a function asks for some of it; 0: none does.
  uint32_t choiceAt() const { return choiceAt_; }

 private:
  /// What launches do with a pointer variable, or a function that gets it.
  enum class Use : uint8_t { allocates, reads, frees, other };

  LineList lineOf(const Stmt& part) const { return lineText(text_.filePlace(part.getBeginLoc())); }

  const Mentions& mentions(const FunctionDecl& function) {
    const auto [known, isNew] = mentions_.try_emplace(&function);
    if (isNew) known->second = mentionsOf(function.getBody());
    return known->second;
  }

  bool isRead(const FunctionDecl& function) const { return function.hasBody() && !function.isDependentContext(); }

  std::vector<Site> launchesOf(const model::ParsedKernel& kernel) {
    std::set<const FunctionDecl*> instances;
    for (const FunctionDecl* one : model::instancesOf(kernel)) instances.insert(one->getCanonicalDecl());
    std::vector<Site> found;
    for (const FunctionDecl* function : functions_) {
      if (!isRead(*function)) continue;
      for (const auto& launch : mentions(*function).launches) {
        const FunctionDecl* callee = launch.node->getDirectCallee();
        if (callee && instances.contains(callee->getCanonicalDecl()))
          found.push_back({function, launch.node, launch.parents});
      }
    }
    return found;
  }

  Result<uint64_t> sameOf(const std::vector<Site>& sites, unsigned argument, int calls) {
    std::optional<uint64_t> all;
    for (const Site& site : sites) {
      if (argument >= site.call->getNumArgs())
        return inputError({"%1 passes nothing.", capitalised(lineOf(*site.call))});
      const Result<uint64_t> one = passed(*site.call->getArg(argument), site, calls);
      if (!one.ok()) return one;
      if (all.value_or(*one) != *one)
        return inputError({"It is of %1 bytes at one launch, and of %2 at another.", *all, *one});
      all = *one;
    }
    if (!all) return inputError("No launch is seen.");
    return *all;
  }

  Result<uint64_t> passed(const Expr& argument, const Site& site, int calls) {
    const Message other = {"What %1 passes is no pointer of its function, such as cudaMalloc sets.",
                           lineOf(*site.call)};
    const auto* name = dyn_cast<DeclRefExpr>(argument.IgnoreParenCasts());
    const auto* variable = name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
    if (!variable || !variable->getType()->isPointerType() || variable->getType().isVolatileQualified())
      return inputError(other);
    if (variable->getParentFunctionOrMethod() != site.function) return inputError(other);
    if (unit_.hasErrors(*site.function))
      return inputError({"%1 did not compile whole.", code(site.function->getNameAsString())});
    if (mentions(*site.function).jump)
      return inputError({"%1 jumps: what runs before the launch is not followed.",
                         capitalised(lineOf(*mentions(*site.function).jump))});
    const auto* canonical = variable->getCanonicalDecl();
    if (const auto* parameter = dyn_cast<ParmVarDecl>(variable)) return ofCallers(*parameter, site, calls);
    if (!variable->isLocalVarDecl() || variable->isStaticLocal()) return inputError(other);
    return ofLocal(*canonical, site);
  }

  /// A parameter of the function that launches: what all that call it pass.
  Result<uint64_t> ofCallers(const ParmVarDecl& parameter, const Site& site, int calls) {
    const FunctionDecl& function = *site.function;
    const auto name = code(function.getNameAsString());
    if (calls >= mostCalls) return inputError("It comes by way of too many functions.");
    const bool isClosed = !function.isExternallyVisible() || model::isWholeProgram(unit_);
    if (!isClosed || isa<CXXMethodDecl>(function) || function.isMain())
      return inputError({"What callers of %1 pass is not known.", name});
    for (const FunctionDecl* one : functions_) {
      if (unit_.hasErrors(*one))
        return inputError({"%1 did not compile whole: it may call %2.", code(one->getNameAsString()), name});
    }
    if (!isOnlyRead(function, parameter, calls)) return inputError({"%1 may change what it passes.", name});
    const auto* callee = function.getCanonicalDecl();
    std::vector<Site> sites;
    for (const FunctionDecl* caller : functions_) {
      if (!isRead(*caller)) continue;
      for (const auto& call : mentions(*caller).calls) {
        const FunctionDecl* called = call.node->getDirectCallee();
        if (called && called->getCanonicalDecl() == callee) sites.push_back({caller, call.node, call.parents});
      }
    }
    const auto& names = model::codePieces(unit_).functionNames;
    const auto mentioned = std::ranges::count_if(
        names, [&](const auto& one) { return one.second && one.second->getCanonicalDecl() == callee; });
    if (static_cast<size_t>(mentioned) != sites.size())
      return inputError({"%1 may be called in ways that are not seen.", name});
    return sameOf(sites, parameter.getFunctionScopeIndex(), calls + 1);
  }

  bool isOnlyRead(const FunctionDecl& function, const ParmVarDecl& parameter, int calls) {
    const auto& all = mentions(function).variables;
    const auto found = all.find(parameter.getCanonicalDecl());
    return found == all.end() || std::ranges::all_of(found->second, [&](const Mention& mention) {
             return useOf(mention, calls) == Use::reads;
           });
  }

  Use useOf(const Mention& mention, int calls) {
    if (llvm::any_of(mention.parents, [](const Stmt* parent) { return isa<LambdaExpr>(parent); })) return Use::other;
    const Handed handed = handedOn(mention);
    if (!handed.call) return Use::other;
    if (isa<CUDAKernelCallExpr>(handed.call)) return handed.byAddress ? Use::other : Use::reads;
    const std::string name = model::cudaFunction(*handed.call, text_);
    if (handed.byAddress) {
      const bool gives = name == "cudaMalloc" || name == "cudaGetSymbolAddress";
      return gives && handed.argument == 0 ? Use::allocates : Use::other;
    }
    if (name.starts_with("cudaMemcpy") || name.starts_with("cudaMemset")) return Use::reads;
    if (name == "cudaFree") return Use::frees;
    return calls < mostCalls && isReadByCallee(handed, calls) ? Use::reads : Use::other;
  }

  bool isReadByCallee(const Handed& handed, int calls) {
    const FunctionDecl* definition = nullptr;
    const FunctionDecl* callee = handed.call->getDirectCallee();
    if (!callee || isa<CXXMethodDecl>(callee) || !callee->hasBody(definition) || !isRead(*definition)) return false;
    if (unit_.hasErrors(*definition)) return false;
    if (!llvm::is_contained(functions_, definition) || handed.argument >= definition->getNumParams()) return false;
    const ParmVarDecl& parameter = *definition->getParamDecl(handed.argument);
    return parameter.getType()->isPointerType() && isOnlyRead(*definition, parameter, calls + 1);
  }

  /// A local variable that one call sets, which always runs before the launch; nothing frees it in between.
  Result<uint64_t> ofLocal(const VarDecl& variable, const Site& site) {
    const auto name = code(variable.getNameAsString());
    const auto& all = mentions(*site.function).variables;
    const auto found = all.find(&variable);
    if (found == all.end()) return inputError({"%1 is not followed.", name});
    const Mention* allocation = nullptr;
    for (const Mention& mention : found->second) {
      const Use use = useOf(mention, 0);
      if (use == Use::other || (use == Use::allocates && allocation))
        return inputError({"%1 does more with %2 than to pass memory on.", capitalised(lineOf(*mention.node)), name});
      if (use == Use::allocates) allocation = &mention;
    }
    if (!allocation) return inputError({"Nothing is seen to allocate %1.", name});
    if (const Message why = whyNotBefore(*allocation, found->second, site); !why.empty()) return inputError(why);
    noteChoice(*site.function, *handedOn(*allocation).call);
    return sizeOf(*handedOn(*allocation).call);
  }

  void noteChoice(const FunctionDecl& function, const CallExpr& call) {
    const SourcePosition from = text_.filePlace(function.getBody()->getBeginLoc());
    const SourcePosition at = text_.filePlace(call.getBeginLoc());
    const Result<std::string> text = unit_.text(at.file);
    if (!text.ok() || from.file != at.file) return;
    const model::ConditionalText parted(*text);
    const size_t begin = parted.offsetOf(from.line, from.column), place = parted.offsetOf(at.line, at.column);
    for (const model::ConditionalGroup& group : parted.groups) {
      const bool isOpen = !group.asked.empty() || !group.askedIfDefined.empty();
      if (isOpen && begin < group.begin && group.begin < place && place < group.end)
        choiceAt_ = static_cast<uint32_t>(parted.lineOf(group.begin));
    }
  }

  Message whyNotBefore(const Mention& allocation, const std::vector<Mention>& uses, const Site& site) {
    const Message other = {"%1 does not always run before %2.", capitalised(lineOf(*allocation.node)),
                           lineOf(*site.call)};
    size_t common = 0;
    while (common < allocation.parents.size() && common < site.parents.size() &&
           allocation.parents[common] == site.parents[common]) {
      // A label of it may lead to between the two.
      if (isa<SwitchStmt>(allocation.parents[common])) return other;
      ++common;
    }
    const auto* block = common > 0 ? dyn_cast<CompoundStmt>(allocation.parents[common - 1]) : nullptr;
    if (!block) return other;
    const auto first = statementOf(*block, allocation.node, allocation.parents);
    const auto last = statementOf(*block, site.call, site.parents);
    if (!first || !last || *first >= *last) return other;
    for (size_t i = common; i < allocation.parents.size(); ++i) {
      const Stmt* child = i + 1 < allocation.parents.size() ? allocation.parents[i + 1] : allocation.node;
      if (!alwaysRuns(*allocation.parents[i], *child)) return other;
    }
    for (const Mention& use : uses) {
      const auto at = statementOf(*block, use.node, use.parents);
      if (at && *first <= *at && *at <= *last && useOf(use, 0) == Use::frees)
        return {"%1 may free it before %2.", capitalised(lineOf(*use.node)), lineOf(*site.call)};
    }
    return {};
  }

  /// What a call makes a pointer lead to.
  Result<uint64_t> sizeOf(const CallExpr& call) {
    const Expr* second = call.getNumArgs() > 1 ? call.getArg(1) : nullptr;
    const Message unknown = {"How many bytes %1 asks for is not known.", lineOf(call)};
    if (!second || second->isValueDependent()) return inputError(unknown);
    if (model::cudaFunction(call, text_) == "cudaGetSymbolAddress") return ofSymbol(*second, call);
    Expr::EvalResult value;
    if (second->EvaluateAsInt(value, unit_.ast())) return value.Val.getInt().getLimitedValue();
    const model::HostFolder::Values values = model::HostFolder(unit_, hostFacts()).values(second);
    if (!values || values->size() != 1 || *values->begin() < 0) return inputError(unknown);
    return static_cast<uint64_t>(*values->begin());
  }

  Result<uint64_t> ofSymbol(const Expr& symbol, const CallExpr& call) {
    const auto* name = dyn_cast<DeclRefExpr>(symbol.IgnoreParenImpCasts());
    const auto* variable = name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
    if (!variable || variable->hasAttr<HIPManagedAttr>() || variable->getType()->isIncompleteType() ||
        !(variable->hasAttr<CUDADeviceAttr>() || variable->hasAttr<CUDAConstantAttr>()))
      return inputError({"What %1 gives the address of is not known.", lineOf(call)});
    return static_cast<uint64_t>(unit_.ast().getTypeSizeInChars(variable->getType()).getQuantity());
  }

  const model::HostFacts& hostFacts() {
    if (!facts_) facts_.emplace(unit_, functions_, model::codePieces(unit_), model::isWholeProgram(unit_));
    return *facts_;
  }

  const frontend::ParsedUnit& unit_;
  model::SourceText text_;
  const std::vector<const FunctionDecl*>& functions_;
  std::map<const FunctionDecl*, Mentions> mentions_;
  std::optional<model::HostFacts> facts_;
  uint32_t choiceAt_ = 0;
};

}  // namespace

Result<LaunchedBytes> launchedBytes(const model::ParsedKernel& kernel, const ParmVarDecl& argument) {
  LaunchedMemory memory(*kernel.unit);
  const Result<uint64_t> bytes = memory.behind(kernel, argument.getFunctionScopeIndex());
  if (!bytes.ok()) return bytes.error();
  return LaunchedBytes{*bytes, memory.choiceAt()};
}

}  // namespace warpwright::passes
