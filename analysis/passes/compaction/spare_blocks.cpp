#include "analysis/passes/compaction/spare_blocks.h"

#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>

#include <algorithm>

#include "analysis/frontend/statement_search.h"

namespace warpwright::rewrite {
namespace {

using namespace clang;
using Kind = CodeStatement::Kind;

bool meet(const VariableSet& a, const VariableSet& b) {
  return std::any_of(a.begin(), a.end(), [&](const VarDecl* variable) { return b.contains(variable); });
}

class SpareLoops {
 public:
  SpareLoops(const CompactionPlan& plan, const VariableSet& written, const LaunchSites& launches, MergedBlocks merged)
      : plan_(plan), written_(written), launches_(launches), areNeighbours_(merged == MergedBlocks::neighbours) {}

  std::set<const MergedLoop*> find() {
    for (size_t before = 0;; before = loaded_.size()) {
      followLoads(*plan_.body, false);
      if (loaded_.size() == before) break;
    }
    std::set<const MergedLoop*> spare;
    for (const MergedLoop& loop : plan_.loops) {
      if (loop.hasReturn) return {};
      if (isUnseen(loop)) spare.insert(&loop);
    }
    for (size_t before = 0; before != spare.size();) {
      before = spare.size();
      std::erase_if(spare, [&](const MergedLoop* loop) { return needsOthers(*loop, spare); });
    }
    return spare;
  }

 private:
  // Variables that hold what was loaded, or whose value was chosen by it.
  void followLoads(const CodeStatement& code, bool isChosen) {
    const bool comesFromMemory =
        isChosen || code.own.loads() || code.own.calls || code.own.repeats || meet(code.own.reads, loaded_);
    if (comesFromMemory) loaded_.insert(code.own.writes.begin(), code.own.writes.end());
    const bool chooses = comesFromMemory && (code.kind == Kind::branch || code.kind == Kind::loop);
    for (const CodeStatement& child : code.children) followLoads(child, isChosen || chooses);
  }

  bool isUnseen(const MergedLoop& loop) const {
    const Effects& effects = loop.effects;
    if (effects.calls || effects.repeats || effects.takesAddress || effects.leaksPointer || loop.stores) return false;
    for (const MemoryUse& use : effects.memory) {
      if (!mayBeGlobal(use, written_)) continue;
      if (use.isStore) return false;
      if (!areNeighbours_ && (!use.root || isStoredThrough(*use.root))) return false;
    }
    return std::all_of(loop.statements.begin(), loop.statements.end(), [&](const CodeStatement* code) {
      return code->kind == Kind::declaration ? followsIndices(code->variable->getInit())
                                             : followsIndices(code->statement);
    });
  }

  bool isStoredThrough(const VarDecl& root) const {
    const VarDecl* loaded = originOf(root);
    return std::any_of(plan_.body->all.memory.begin(), plan_.body->all.memory.end(), [&](const MemoryUse& use) {
      if (!use.isStore || !mayBeGlobal(use, written_)) return false;
      const VarDecl* stored = use.root ? originOf(*use.root) : nullptr;
      return !loaded || !stored || loaded == stored || areOneAtLaunch(*loaded, *stored);
    });
  }

  // The argument or array that a pointer of the kernel points into; null: not told.
  const VarDecl* originOf(const VarDecl& pointer) const {
    if (!pointer.getType()->isPointerType()) return &pointer;
    if (isSetAnew(pointer)) return nullptr;
    if (isa<ParmVarDecl>(pointer)) return &pointer;
    const auto* name = pointer.getInit() ? dyn_cast<DeclRefExpr>(baseOf(pointer.getInit())) : nullptr;
    const auto* base = name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
    if (!base || base == &pointer) return nullptr;
    const bool isPointer = base->getType()->isPointerType() && isOfThread(*base);
    return isPointer || base->getType()->isArrayType() ? originOf(*base) : nullptr;
  }

  // `p` of `p + i`, `&p[i]` and `(T*)p`.
  static const Expr* baseOf(const Expr* pointer) {
    for (;;) {
      pointer = pointer->IgnoreParenCasts();
      if (const auto* sum = dyn_cast<BinaryOperator>(pointer); sum && sum->isAdditiveOp()) {
        pointer = sum->getLHS()->getType()->isPointerType() ? sum->getLHS() : sum->getRHS();
        continue;
      }
      const auto* taken = dyn_cast<UnaryOperator>(pointer);
      if (!taken || taken->getOpcode() != UO_AddrOf) return pointer;
      const auto* element = dyn_cast<ArraySubscriptExpr>(taken->getSubExpr()->IgnoreParens());
      if (!element) return pointer;
      pointer = element->getBase();
    }
  }

  // Is it given another pointer than one into the same memory?
  bool isSetAnew(const VarDecl& pointer) const {
    if (!written_.contains(&pointer)) return false;
    const auto isIt = [&](const Expr* expression) {
      const auto* name = dyn_cast<DeclRefExpr>(expression->IgnoreParens());
      return name && name->getDecl() == &pointer;
    };
    return frontend::anyPart(plan_.kernel->getBody(), [&](const Stmt& part) {
      if (const auto* set = dyn_cast<BinaryOperator>(&part))
        return set->getOpcode() == BO_Assign && isIt(set->getLHS());
      const auto* taken = dyn_cast<UnaryOperator>(&part);
      if (taken && taken->getOpcode() == UO_AddrOf) return isIt(taken->getSubExpr());
      const auto* call = dyn_cast<CallExpr>(&part);
      return call && std::any_of(call->arg_begin(), call->arg_end(), isIt);
    });
  }

  // Does a launch give the kernel one pointer, or pointers into one array, twice?
  bool areOneAtLaunch(const VarDecl& a, const VarDecl& b) const {
    const auto* first = dyn_cast<ParmVarDecl>(&a);
    const auto* second = dyn_cast<ParmVarDecl>(&b);
    if (!first || !second) return false;
    const auto placeOf = [&](const Expr& given) {
      llvm::FoldingSetNodeID place;
      baseOf(&given)->Profile(place, plan_.kernel->getASTContext(), true);
      return place;
    };
    return std::any_of(launches_.sites.begin(), launches_.sites.end(), [&](const LaunchSite& site) {
      const unsigned i = first->getFunctionScopeIndex(), j = second->getFunctionScopeIndex();
      const unsigned count = site.call->getNumArgs();
      return i < count && j < count && placeOf(*site.call->getArg(i)) == placeOf(*site.call->getArg(j));
    });
  }

  // Does it use what a loop that is not run leaves unset?
  bool needsOthers(const MergedLoop& loop, const std::set<const MergedLoop*>& spare) const {
    return std::any_of(plan_.loops.begin(), plan_.loops.end(), [&](const MergedLoop& other) {
      if (spare.contains(&other)) return false;
      VariableSet set = other.effects.writes;
      for (const MemoryUse& use : other.effects.memory) {
        // Of neighbours the last block loads the same at the same time, whatever was stored.
        if (use.isStore && !(areNeighbours_ && mayBeGlobal(use, written_))) set.insert(use.root);
      }
      const auto isSet = [&](const MemoryUse& use) { return set.contains(use.root); };
      return meet(loop.effects.reads, set) || meet(loop.effects.writes, set) ||
             std::any_of(loop.effects.memory.begin(), loop.effects.memory.end(), isSet);
    });
  }

  // Do indices and arguments alone say what is loaded, and what is done?
  bool followsIndices(const Stmt* part) const {
    if (!part || indexNamed(*part)) return true;
    const auto isKnown = [&](const Stmt* value) { return !comesFromMemory(value); };
    if (const auto* subscript = dyn_cast<ArraySubscriptExpr>(part)) {
      const auto* decay = dyn_cast<ImplicitCastExpr>(subscript->getBase()->IgnoreParens());
      const bool isArray = decay && decay->getCastKind() == CK_ArrayToPointerDecay;
      if (!isKnown(subscript->getIdx()) || (!isArray && !isKnown(subscript->getBase()))) return false;
    } else if (const auto* unary = dyn_cast<UnaryOperator>(part)) {
      if (unary->getOpcode() == UO_Deref && !isKnown(unary->getSubExpr())) return false;
    } else if (const auto* member = dyn_cast<MemberExpr>(part)) {
      if (member->isArrow() && !isKnown(member->getBase())) return false;
    } else if (const auto* binary = dyn_cast<BinaryOperator>(part)) {
      const bool divides = binary->getOpcode() == BO_Div || binary->getOpcode() == BO_Rem ||
                           binary->getOpcode() == BO_DivAssign || binary->getOpcode() == BO_RemAssign;
      if (divides && binary->getType()->isIntegerType() && !isKnown(binary->getRHS())) return false;
      if (binary->isLogicalOp() && !isKnown(binary->getLHS())) return false;
    } else if (const auto* choice = dyn_cast<AbstractConditionalOperator>(part)) {
      if (!isKnown(choice->getCond())) return false;
    } else if (const auto* call = dyn_cast<CallExpr>(part)) {
      // What a function does inside may depend on what it is given.
      const FunctionDecl* callee = call->getDirectCallee();
      if (!callee || (callee->hasBody() && !std::all_of(call->arg_begin(), call->arg_end(), isKnown))) return false;
      const auto* member = dyn_cast<CXXMemberCallExpr>(call);
      if (member && !isKnown(member->getImplicitObjectArgument())) return false;
    } else if (const auto* made = dyn_cast<CXXConstructExpr>(part)) {
      const bool isPlain = made->getConstructor()->isTrivial();
      if (!isPlain && !std::all_of(made->arg_begin(), made->arg_end(), isKnown)) return false;
    } else if (!isa<Expr>(part) && !isKnownChoice(*part)) {
      return false;
    }
    return std::all_of(part->child_begin(), part->child_end(),
                       [&](const Stmt* child) { return followsIndices(child); });
  }

  // Statements with a condition, and others that are understood.
  bool isKnownChoice(const Stmt& statement) const {
    if (const auto* choice = dyn_cast<IfStmt>(&statement)) return !comesFromMemory(choice->getCond());
    if (const auto* loop = dyn_cast<ForStmt>(&statement)) return !comesFromMemory(loop->getCond());
    if (const auto* loop = dyn_cast<WhileStmt>(&statement)) return !comesFromMemory(loop->getCond());
    if (const auto* loop = dyn_cast<DoStmt>(&statement)) return !comesFromMemory(loop->getCond());
    return isa<CompoundStmt, DeclStmt, NullStmt, AttributedStmt, BreakStmt, ContinueStmt>(statement);
  }

  bool comesFromMemory(const Stmt* value) const {
    return frontend::anyPart(value, [&](const Stmt& part) {
      if (isa<ArraySubscriptExpr, LambdaExpr, CXXConstructExpr>(part)) return true;
      if (const auto* unary = dyn_cast<UnaryOperator>(&part)) return unary->getOpcode() == UO_Deref;
      if (const auto* member = dyn_cast<MemberExpr>(&part); member && member->isArrow()) return true;
      const auto* name = dyn_cast<DeclRefExpr>(&part);
      const auto* variable = name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
      if (!variable || variable->isConstexpr() || isIndex(*variable)) return false;
      return !isOfThread(*variable) || variable->getType()->isReferenceType() || loaded_.contains(variable);
    });
  }

  static bool isIndex(const VarDecl& variable) {
    const StringRef name = variable.getDeclName().isIdentifier() ? variable.getName() : StringRef();
    return variable.isFileVarDecl() &&
           (name == "threadIdx" || name == "blockIdx" || name == "blockDim" || name == "gridDim");
  }

  const CompactionPlan& plan_;
  const VariableSet& written_;
  const LaunchSites& launches_;
  bool areNeighbours_;
  VariableSet loaded_;
};

}  // namespace

std::set<const MergedLoop*> findSpareLoops(const CompactionPlan& plan, const VariableSet& written,
                                           const LaunchSites& launches, MergedBlocks merged) {
  if (!plan.axis.ofBlocks) return {};
  return SpareLoops(plan, written, launches, merged).find();
}

}  // namespace warpwright::rewrite
