#include "analysis/passes/compaction/plan.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>
#include <clang/Basic/SourceManager.h>

#include <algorithm>
#include <functional>

#include "analysis/frontend/statement_search.h"
#include "analysis/passes/compaction/names.h"
#include "analysis/passes/compaction/spare_blocks.h"
#include "analysis/rewrite/source/statement.h"
#include "analysis/rewrite/source/steps.h"

namespace warpwright::rewrite {
namespace {

using namespace clang;
using Kind = CodeStatement::Kind;
using enum StatementClass;

bool meet(const VariableSet& a, const VariableSet& b) {
  return std::any_of(a.begin(), a.end(), [&](const VarDecl* variable) { return b.contains(variable); });
}

// Visits every statement that is not inside a merged loop.
void forEachOutside(CodeStatement& code, std::vector<CodeStatement*>& around,
                    const std::function<void(CodeStatement&, const std::vector<CodeStatement*>&)>& visit) {
  visit(code, around);
  if (code.chosen != kept) return;
  around.push_back(&code);
  for (CodeStatement& child : code.children) forEachOutside(child, around, visit);
  around.pop_back();
}

class Planner {
 public:
  Planner(CompactionPlan& plan, const FunctionDecl& kernel, const LaunchSites& launches, bool loadsFirst, bool apart)
      : plan_(plan), kernel_(kernel), launches_(launches), names_(kernel), loadsFirst_(loadsFirst), apart_(apart) {}

  /// Fills the plan. Errors: what rules it out.
  Status run() {
    CodeStatement& body = *plan_.body;
    findWritten(body);
    openBlocks(body);
    std::vector<CodeStatement*> around;
    Status status;
    forEachOutside(body, around, [&](CodeStatement& code, const auto& loops) {
      lookAtDeclaration(code, loops);
      status = allOf({status, checkHeader(code)});
    });
    if (!status.ok()) return status;
    std::vector<const CodeStatement*> loops;
    placeList(body, body.children, loops);
    std::vector<PlacedStatement>& top = plan_.lists[&body];
    if (!top.empty() && top.back().loop) top.back().loop->isLast = true;
    if (plan_.loops.empty()) {
      return inputError({"nothing in `%1` depends on %2", kernel_.getNameAsString(), plan_.axis.index()});
    }
    status = allOf({storeArguments(), checkNames()});
    for (const auto& [variable, code] : plan_.declarations) status = allOf({status, store(*variable, *code)});
    status = allOf({status, lookAtSharedMemory(), lookAtLeftOut()});
    if (status.ok()) {
      plan_.spare = findSpareLoops(plan_, written_, launches_, MergedBlocks::apart);
      plan_.spareOfNeighbours = findSpareLoops(plan_, written_, launches_, MergedBlocks::neighbours);
    }
    return status;
  }

 private:
  // Variables assigned to besides their declaration, and where.
  void findWritten(const CodeStatement& code) {
    for (const VarDecl* variable : code.own.writes) {
      if (code.kind == Kind::declaration && variable == code.variable) continue;
      written_.insert(variable);
      writers_[variable].push_back(&code);
    }
    for (const CodeStatement& child : code.children) findWritten(child);
  }

  // The body of something that stays is looked into, whatever it holds.
  static void openBlocks(CodeStatement& code) {
    if (code.chosen != kept) return;
    for (CodeStatement& child : code.children) {
      if (child.kind == Kind::block && child.chosen == each && code.kind != Kind::block) child.chosen = kept;
      openBlocks(child);
    }
  }

  // Is the value of `variable` the same wherever the declaration at `around` is in scope? Heads of loops around the
  // declaration may write it: while a round of theirs goes on it stays.
  bool isSteady(const VarDecl& variable, const std::vector<CodeStatement*>& around) const {
    const auto writers = writers_.find(&variable);
    if (writers == writers_.end()) return true;
    return std::all_of(writers->second.begin(), writers->second.end(), [&](const CodeStatement* writer) {
      const auto isHead = [&](const CodeStatement* loop) {
        return loop == writer ||
               (writer->header && writer->chosen == once && ignoreWrappers(loop->statement) == writer->header);
      };
      return (writer->kind == Kind::loop || writer->header) && std::any_of(around.begin(), around.end(), isHead) &&
             !isa<DoStmt>(ignoreWrappers(writer->statement)) && !writtenInCondition(*writer, variable);
    });
  }

  // A condition that writes is evaluated once more after the last round: then the value is not that of the round.
  static bool writtenInCondition(const CodeStatement& loop, const VarDecl&) {
    return isa<WhileStmt>(ignoreWrappers(loop.statement));
  }

  void lookAtDeclaration(CodeStatement& code, const std::vector<CodeStatement*>& around) {
    if (code.kind != Kind::declaration || !isOwn(*code.variable, plan_.axis)) return;
    if (!plan_.classes.dependent.contains(code.variable)) return;
    plan_.declarations[code.variable] = &code;
    if (code.chosen != each || writers_.contains(code.variable)) return;
    if (!names_.mayComeEarlier(*code.variable)) return;
    const Effects& value = code.own;
    const QualType type = code.variable->getType();
    const bool plain =
        type->isArithmeticType() || type->isPointerType() || type->isEnumeralType() || type->isReferenceType();
    if (!plain || !value.memory.empty() || value.calls || value.repeats || value.writes.size() != 1) return;
    for (const VarDecl* input : value.reads) {
      if (plan_.again.contains(input)) continue;
      if (plan_.classes.dependent.contains(input) || !isSteady(*input, around)) return;
    }
    code.isRepeatedDeclaration = true;
    plan_.again.insert(code.variable);
    plan_.repeated.push_back(&code);
  }

  void placeList(const CodeStatement& owner, std::vector<CodeStatement>& list,
                 std::vector<const CodeStatement*>& loops) {
    std::vector<PlacedStatement> placed;
    MergedLoop* open = nullptr;
    const auto close = [&] {
      if (open) placed.push_back({nullptr, open});
      open = nullptr;
    };
    for (CodeStatement& code : list) {
      if (code.header && code.chosen == once) continue;  // in the head of its loop
      if (code.header && code.variable) plan_.outOfHeader[code.header].push_back(code.variable);
      if (code.isRepeatedDeclaration) {
        placed.push_back({&code, nullptr});  // its comments stay
      } else if (code.chosen == each) {
        if (open && loadsFirst_ && (loadsBehindStores(*open, code) || (apart_ && isStoredApart(*open, code)))) close();
        if (!open) open = &newLoop(loops);
        const auto split = loadsFirst_ ? splitStore(code, written_, kernel_.getASTContext()) : std::nullopt;
        append(*open, code, split && split->choice ? code.own : code.all);
        if (split) {
          open->keeps = split;
          close();
          open = &newLoop(loops);
          appendStore(*open, code, *split);
        }
      } else {
        if (open && !commutes(code, *open)) close();
        placed.push_back({&code, nullptr});
        if (code.chosen == kept) placeInside(code, loops);
      }
    }
    close();
    plan_.lists[&owner] = std::move(placed);
  }

  // A variable of a loop's head that is declared before the loop now.
  Status checkHeader(const CodeStatement& code) const {
    if (!code.header || !code.variable || code.chosen == once) return {};
    const std::string name = code.variable->getNameAsString();
    const bool isArgument = std::any_of(kernel_.param_begin(), kernel_.param_end(),
                                        [&](const ParmVarDecl* argument) { return argument->getName() == name; });
    if (isArgument || names_.hasOtherMeaning(name) || !names_.mayComeEarlier(*code.variable)) {
      return inputError(lineText(code.line) + " declares `" + name + "` in the head of a loop around a barrier, " +
                        "under a name that means something else outside of it");
    }
    return {};
  }

  void placeInside(CodeStatement& code, std::vector<const CodeStatement*>& loops) {
    if (code.kind == Kind::block) return placeList(code, code.children, loops);
    if (code.kind == Kind::loop) loops.push_back(&code);
    for (CodeStatement& child : code.children) {
      if (child.kind == Kind::block && child.chosen == kept) {
        placeList(child, child.children, loops);
      } else if (child.chosen == kept) {
        placeInside(child, loops);
      } else if (child.chosen == each) {
        // The only statement of a body, or a block that goes inside whole.
        MergedLoop& loop = plan_.loops.emplace_back();
        loop.around = loops;
        append(loop, child);
        plan_.lists[&child] = {{nullptr, &loop}};
      }
    }
    if (code.kind == Kind::loop) loops.pop_back();
  }

  MergedLoop& newLoop(const std::vector<const CodeStatement*>& around) {
    MergedLoop& loop = plan_.loops.emplace_back();
    loop.around = around;
    return loop;
  }

  // In one loop, would loads of a merged thread wait for stores of the one before?
  bool loadsBehindStores(const MergedLoop& loop, const CodeStatement& code) const {
    const bool loads = touchesGlobal(code.all, written_, false), stores = touchesGlobal(code.all, written_, true);
    return (loads && touchesGlobal(loop.effects, written_, true)) ||
           (stores && !loads && touchesGlobal(loop.effects, written_, false));
  }

  // What is stored under the condition that the block is one of the grid: the rounds that compute it need no condition
  // where they are in a loop of their own, and the arithmetic of merged blocks may be mixed then.
  bool isStoredApart(const MergedLoop& loop, const CodeStatement& code) const {
    const bool hasRounds = std::any_of(loop.statements.begin(), loop.statements.end(),
                                       [](const auto* one) { return one->kind == Kind::loop; });
    return plan_.axis.ofBlocks && hasRounds && touchesGlobal(code.all, written_, true) &&
           !touchesGlobal(code.all, written_, false) && !touchesGlobal(loop.effects, written_, true);
  }

  // The store alone: it names what says where, and whether. Of a choice all that is chosen.
  void appendStore(MergedLoop& loop, const CodeStatement& code, const SplitStore& split) {
    loop.stores = split;
    loop.statements.push_back(&code);
    if (split.choice) return loop.effects.add(code.all);
    loop.effects.usesIndex = code.all.usesIndex;
    loop.effects.usesExtent = code.all.usesExtent;
    for (const MemoryUse& use : code.all.memory) {
      if (use.isStore) loop.effects.memory.push_back(use);
    }
    for (const Expr* part : std::initializer_list<const Expr*>{split.guard, split.assignment->getLHS()}) {
      frontend::anyPart(part, [&](const Stmt& inner) {
        const auto* name = dyn_cast<DeclRefExpr>(&inner);
        const auto* variable = name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
        if (variable && isOwn(*variable, plan_.axis)) loop.effects.reads.insert(variable);
        return false;
      });
    }
  }

  void append(MergedLoop& loop, const CodeStatement& code) { append(loop, code, code.all); }
  // `effects`: of the part that the loop carries out.
  void append(MergedLoop& loop, const CodeStatement& code, const Effects& effects) {
    const std::vector<const Expr*> loads =
        commonLoads(code, plan_.classes.dependent, plan_.axis, kernel_.getASTContext());
    // A load may be done before the loop where no store of the same thread comes first, and no thread may have left.
    const bool stores = loop.effects.stores() || loop.effects.calls;
    // What other threads of the warp wrote is there behind the barrier only.
    const bool isOrdered = loop.effects.orders;
    if (!loads.empty() && !loop.hasReturn && !isOrdered && (!stores || !mayMeet(loop.effects, code.own))) {
      loop.common.insert(loop.common.end(), loads.begin(), loads.end());
    }
    loop.statements.push_back(&code);
    loop.effects.add(effects);
    loop.hasReturn = loop.hasReturn || code.hasReturn;
  }

  // Does one store what the other touches?
  bool mayMeet(const Effects& a, const Effects& b) const {
    for (const MemoryUse& x : a.memory) {
      for (const MemoryUse& y : b.memory) {
        if ((x.isStore || y.isStore) && mayAlias(x, y, written_)) return true;
      }
    }
    return false;
  }

  // May a statement that runs once go before the loop's statements, though it stands after them?
  bool commutes(const CodeStatement& code, const MergedLoop& loop) const {
    if (code.chosen != once || code.hasReturn || code.leavesLoop || loop.hasReturn) return false;
    VariableSet named = loop.effects.reads;
    named.insert(loop.effects.writes.begin(), loop.effects.writes.end());
    named.insert(loop.effects.declares.begin(), loop.effects.declares.end());
    if (meet(code.all.writes, named) || meet(code.all.declares, named) || meet(code.all.reads, loop.effects.writes))
      return false;
    if (code.kind == Kind::loop || code.all.calls || code.all.repeats) return false;
    if (loop.effects.orders && !code.all.memory.empty()) return false;
    // It gives a type or a function a name.
    if (code.kind == Kind::simple && isa<DeclStmt>(ignoreWrappers(code.statement))) return false;
    // A name must not get another meaning for what moves below its declaration.
    for (const VarDecl* variable : code.all.declares) {
      if (names_.hasOtherMeaning(variable->getNameAsString())) return false;
    }
    return !mayMeet(code.all, loop.effects) && !repeatedMeet(code, loop);
  }

  // What repeated declarations read does not change, but it must be declared before.
  bool repeatedMeet(const CodeStatement& code, const MergedLoop& loop) const {
    for (const CodeStatement* needed : plan_.neededBy(loop)) {
      if (meet(code.all.writes, needed->own.reads) && code.kind != Kind::declaration) return true;
    }
    return false;
  }

  std::vector<const MergedLoop*> loopsNaming(const VarDecl& variable) const {
    std::vector<const MergedLoop*> found;
    for (const MergedLoop& loop : plan_.loops) {
      const bool names = loop.effects.reads.contains(&variable) || loop.effects.writes.contains(&variable) ||
                         loop.effects.declares.contains(&variable);
      if (names) found.push_back(&loop);
    }
    return found;
  }

  // Where a variable that differs between merged threads is kept: again (done), as it is, or in an array.
  Status store(const VarDecl& variable, const CodeStatement& declaration) {
    if (plan_.again.contains(&variable)) return {};
    const std::vector<const MergedLoop*> loops = loopsNaming(variable);
    const std::string name = "`" + variable.getNameAsString() + "`";
    std::string why;
    if (!isOfThread(variable)) {
      why = name + " differs between merged blocks";
    } else if (declaration.chosen == each) {
      if (loops.size() < 2) return {};  // declared and used inside one loop
      why = name + " is carried from one merged loop to another";
    } else {
      for (const MergedLoop* loop : loops) {
        if (!readsBeforeWriting(loop->statements, variable)) continue;
        const auto writes = [&](const MergedLoop* other) { return other->effects.writes.contains(&variable); };
        const bool fromOther = std::any_of(loops.begin(), loops.end(),
                                           [&](const MergedLoop* other) { return other != loop && writes(other); });
        if (fromOther || (writes(loop) && !loop->around.empty())) {
          why = name + " is carried " + (fromOther ? "from one merged loop to another" : "around a loop");
          break;
        }
      }
      if (why.empty()) return {};
    }
    const Message at = lineText(declaration.line) + " declares " + name + ", which each merged thread must keep, ";
    const QualType type = variable.getType();
    const auto* record = type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
    if (type->isReferenceType()) return inputError(at + "as a reference");
    if (record && (!record->hasTrivialDefaultConstructor() || !type.isTriviallyCopyableType(kernel_.getASTContext()))) {
      return inputError(at + "as an object with constructors");
    }
    if (record && !canBeFilledLater(*record)) {
      return inputError(at + "as an object with members that are never assigned to");
    }
    if (isInitialised(variable) && type->isArrayType() && !isShortList(variable)) {
      return inputError(at + "with a list of values");
    }
    if (!names_.mayComeEarlier(variable)) return inputError(at + "under a name that means something else above it");
    plan_.arrays.insert(&variable);
    plan_.notes.emplace_back(&variable, why);
    return {};
  }

  // Are there no constants and references in it, and may it be assigned to?
  static bool canBeFilledLater(const CXXRecordDecl& record) {
    const auto isDeletedAssignment = [](const CXXMethodDecl* method) {
      return (method->isCopyAssignmentOperator() || method->isMoveAssignmentOperator()) && method->isDeleted();
    };
    if (llvm::any_of(record.methods(), isDeletedAssignment)) return false;
    const auto isFilled = [](QualType type) {
      const auto* part = type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
      return !type->isReferenceType() &&
             !type->getBaseElementTypeUnsafe()->getCanonicalTypeInternal().isConstQualified() &&
             !type.isConstQualified() && (!part || !part->hasDefinition() || canBeFilledLater(*part));
    };
    return llvm::all_of(record.fields(), [&](const FieldDecl* field) { return isFilled(field->getType()); }) &&
           llvm::all_of(record.bases(), [&](const CXXBaseSpecifier& base) { return isFilled(base.getType()); });
  }

  // A row of values, few enough to be given one by one, or nothing but zeros.
  static bool isShortList(const VarDecl& variable) {
    const auto* list = dyn_cast<InitListExpr>(variable.getInit()->IgnoreImplicit());
    const auto* array = variable.getType()->getAsArrayTypeUnsafe();
    if (!list || !array || list->hasDesignatedInit()) return false;
    const InitListExpr* written = list->isSemanticForm() && list->getSyntacticForm() ? list->getSyntacticForm() : list;
    if (written->getNumInits() == 0)
      return isa<ConstantArrayType>(array) && variable.getType()->getBaseElementTypeUnsafe()->isArithmeticType();
    if (!array->getElementType()->isScalarType()) return false;
    const auto isValue = [](const Expr* value) {
      return value->getType()->isScalarType() && !isa<InitListExpr>(value);
    };
    return isa<ConstantArrayType>(array) && written->getNumInits() <= 16 && llvm::all_of(written->inits(), isValue);
  }

  // A branch that an instance of a template leaves out keeps its text.
  Status lookAtLeftOut() const {
    std::set<std::string> changed;
    for (const VariableSet* variables : {&plan_.arrays, &plan_.again}) {
      for (const VarDecl* variable : *variables) changed.insert(variable->getNameAsString());
    }
    for (const auto& [argument, loop] : plan_.arguments) changed.insert(argument->getNameAsString());
    const std::string name = namedInLeftOut(kernel_, changed);
    if (name.empty()) return {};
    return inputError(
        {"`%1` is named in a branch of `if constexpr` that is left out here, where it could not change", name});
  }

  // Merged blocks take turns in a merged loop, with nothing between to order their threads: shared memory that one of
  // them changes must be another's for each of them, which it is where a list of the kernel declares it.
  Status lookAtSharedMemory() const {
    for (const MergedLoop& loop : plan_.loops) {
      for (const VariableSet* changed : {&loop.effects.writes, &loop.effects.declares}) {
        for (const VarDecl* variable : *changed) {
          if (!variable->hasAttr<CUDASharedAttr>() || plan_.arrays.contains(variable)) continue;
          const uint32_t line =
              kernel_.getASTContext().getSourceManager().getExpansionLineNumber(variable->getLocation());
          return inputError(lineText(line) + " declares `" + variable->getNameAsString() +
                            "`, shared memory, inside statements that each merged block carries out by itself");
        }
      }
    }
    return {};
  }

  Status storeArguments() {
    for (const VarDecl* variable : plan_.classes.dependent) {
      if (!isa<ParmVarDecl>(variable)) continue;
      const auto writer = writers_.find(variable);
      const uint32_t line = writer == writers_.end() ? 0 : writer->second.front()->line;
      const Message at = lineText(line) + " changes the argument `" + variable->getNameAsString() +
                         "` differently in each " + plan_.axis.noun();
      const QualType type = variable->getType();
      if (type->isReferenceType() || !type.isTriviallyCopyableType(kernel_.getASTContext())) {
        return inputError(at + ", which cannot be copied");
      }
      const std::vector<const MergedLoop*> loops = loopsNaming(*variable);
      const bool inOne = loops.size() == 1 && loops.front()->around.empty();
      plan_.arguments[variable] = inOne ? loops.front() : nullptr;
      if (!inOne)
        plan_.notes.emplace_back(variable, "`" + variable->getNameAsString() + "` is an argument that changes");
    }
    return {};
  }

  // A declaration must mean the same where it is repeated, and a variable be changed wherever it is named.
  Status checkNames() const {
    for (const CodeStatement* code : plan_.repeated) {
      const std::string name = names_.ambiguousIn(*code->variable);
      if (name.empty()) continue;
      return inputError({"%1 uses `%2`, a name with two meanings here", lineText(code->line), name});
    }
    for (const auto& [argument, loop] : plan_.arguments) {
      const std::string name = names_.ambiguousIn(*argument), own = argument->getNameAsString();
      if (name.empty()) continue;
      return inputError({"the type of the argument `%1` names `%2`, which has two meanings here", own, name});
    }
    if (const VarDecl* variable = names_.namedInType(plan_.classes.dependent)) {
      return inputError("a type, the size of an array or an argument of a template names `" +
                        variable->getNameAsString() + "`, which may be declared elsewhere then");
    }
    return {};
  }

  CompactionPlan& plan_;
  const FunctionDecl& kernel_;
  const LaunchSites& launches_;
  KernelNames names_;
  bool loadsFirst_ = false, apart_ = false;
  VariableSet written_;
  VariableMap<std::vector<const CodeStatement*>> writers_;
};

}  // namespace

Result<CompactionPlan> planCompaction(const Editor& editor, const FunctionDecl& kernel, const MergedAxis& axis,
                                      bool loadsFirst) {
  if (const std::string name = hiddenBuiltIn(editor, kernel); !name.empty()) {
    return inputError({"`%1` is the name of something else in `%2`", name, kernel.getNameAsString()});
  }
  const FunctionDecl* pattern = kernel.getTemplateInstantiationPattern();
  const LaunchSites launches = findLaunchSites(editor, pattern ? *pattern : kernel);
  // Heads of loops stay as they are written where that will do.
  Status refusal;
  for (const bool splitsHeaders : {false, true}) {
    EffectReader reader(editor, axis);
    const Result<CodeStatement> body = readCode(*kernel.getBody(), editor, reader, splitsHeaders);
    if (!body.ok()) return body.error();
    // What one loop computes and another stores may be nothing that can be kept in between.
    for (const auto& [keepAll, apart] : {std::pair(false, true), {false, false}, {true, true}, {true, false}}) {
      if (apart && !(loadsFirst && axis.ofBlocks)) continue;
      CompactionPlan plan;
      plan.axis = axis;
      plan.helpers = reader.helpers();
      plan.kernel = &kernel;
      plan.body = std::make_unique<CodeStatement>(*body);
      Result<Classes> classes = classify(*plan.body, keepAll, axis);
      // Once the barriers can be kept, what else stands in the way.
      if (!classes.ok() && !splitsHeaders) refusal = classes.error();
      if (!classes.ok()) continue;
      plan.classes = std::move(classes).value();
      plan.body->chosen = kept;
      const Status planned = Planner(plan, kernel, launches, loadsFirst, apart).run();
      for (size_t i = 0; i < plan.loops.size(); ++i) plan.loops[i].index = i;
      if (planned.ok()) return plan;
      refusal = planned;
    }
  }
  return refusal.error();
}

}  // namespace warpwright::rewrite
