#include "analysis/passes/task_order/task_kernel.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/Expr.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/RecordLayout.h>
#include <clang/AST/Stmt.h>
#include <clang/Basic/SourceManager.h>

#include <algorithm>
#include <optional>
#include <set>

#include "analysis/model/language_functions.h"
#include "analysis/model/library_functions.h"
#include "analysis/passes/task_order/task_calls.h"
#include "analysis/passes/task_order/task_data.h"
#include "analysis/passes/task_order/task_indices.h"
#include "analysis/passes/task_order/task_mentions.h"
#include "analysis/passes/task_order/task_reach.h"
#include "analysis/passes/task_order/task_rows.h"
#include "analysis/rewrite/source/editor.h"
#include "analysis/rewrite/tree/variable_uses.h"

namespace warpwright::passes {
namespace {

using namespace clang;
using enum VerdictKind;

/// Reads one kernel, step by step; each step gives why the kernel is none of tasks, or an empty text.
class KernelReader {
 public:
  KernelReader(const model::ParsedKernel& kernel, TaskKernel& tasks)
      : kernel_(kernel),
        function_(*kernel.declaration),
        context_(kernel.unit->ast()),
        tasks_(tasks),
        library_(*kernel.unit) {}

  Judgement read() {
    if (kernel_.pattern != kernel_.declaration || function_.isTemplated()) {
      return makeJudgement(refused, "The kernel is a template: only plain kernels are looked at.");
    }
    for (const KernelModel& model : kernel_.models) {
      if (auto judged = judgeRead(model)) return *std::move(judged);
    }
    mentions_ = mentionsOf(function_.getBody());
    using Step = Message (KernelReader::*)();
    for (const Step step :
         {&KernelReader::lookAtExchange, &KernelReader::findIndex, &KernelReader::findGuard, &KernelReader::lookAtCalls,
          &KernelReader::findArrays, &KernelReader::lookAtIndexUses, &KernelReader::lookAtMemory}) {
      if (Message why = (this->*step)(); !why.empty())
        return makeJudgement(isOpen_ ? unknown : refused, std::move(why));
    }
    findTaskIndices(function_, kernel_.models.front(), tasks_.arrays);
    const auto isAlwaysRead = [&](const Stmt* part, const std::vector<const Stmt*>& parents, bool inRow) {
      return reach_->isAlways(part, parents, inRow ? rows_.loops : std::vector<const ForStmt*>{});
    };
    tasks_.data = findTaskData(function_, mentions_, kernel_.models, isAlwaysRead, tasks_.arrays);
    return conclude();
  }

 private:
  LineList at(const Stmt* place) const { return lineText(lineOf(place)); }
  uint32_t lineOf(const Stmt* place) const { return rewrite::positionAt(*kernel_.unit, place->getBeginLoc()).line; }
  Message open(Message why) {
    isOpen_ = true;
    return why;
  }

  // The variable that holds the number of the thread over the whole grid.
  Message findIndex() {
    const rewrite::Editor editor(*kernel_.unit);
    for (const Stmt* statement : cast<CompoundStmt>(function_.getBody())->body()) {
      const auto* declaration = dyn_cast<DeclStmt>(statement);
      if (!declaration) continue;
      for (const Decl* one : declaration->decls()) {
        const auto* variable = dyn_cast<VarDecl>(one);
        if (!variable || !variable->getInit() || !variable->getType()->isIntegerType()) continue;
        if (context_.getTypeSize(variable->getType()) < 32) continue;
        if (!isNumberOfThread(editor, *variable->getInit())) continue;
        index_ = variable;
        tasks_.index = variable->getNameAsString();
      }
    }
    if (!index_) {
      return "No variable of the kernel is the number of its thread in the grid (`blockIdx.x * blockDim.x + "
             "threadIdx.x`).";
    }
    const auto isInside = [&](const Mention& mention) {
      return std::find(mention.parents.begin(), mention.parents.end(), index_->getInit()) != mention.parents.end();
    };
    std::set<std::string> seen;
    for (const Mention& mention : mentions_.builtIns) {
      seen.insert(mention.node->getDecl()->getNameAsString());
      if (!isInside(mention))
        return "The kernel uses `" + mention.node->getDecl()->getNameAsString() + "` at " + at(mention.node) +
               ": which thread runs a task matters there.";
    }
    // Each of the three is seen where it is known to stand: so would any other mention be.
    if (seen != std::set<std::string>{"blockDim", "blockIdx", "threadIdx"}) {
      return open("Cannot tell where the kernel uses the number of its thread.");
    }
    return {};
  }
  // `if (t < n) { … }`, or `if (t >= n) return;` before everything that touches memory.
  Message findGuard() {
    const auto* body = cast<CompoundStmt>(function_.getBody());
    for (const Stmt* statement : body->body()) {
      const auto* branch = dyn_cast<IfStmt>(statement);
      const bool isReached = branch && !branch->getElse() && !branch->hasVarStorage() && !branch->hasInitStorage();
      if (!guard_ && isReached && readBound(*branch)) guard_ = branch;
    }
    if (guard_) reach_.emplace(function_, *guard_, guardLeaves_);
    const std::string none = "No `if` of the kernel compares `" + tasks_.index +
                             "` with the number of tasks, a parameter, before anything else.";
    if (!guard_) return none;
    const bool leaves = guardLeaves_;
    for (const auto& memory : mentions_.memory) {
      const bool guarded = leaves ? isBehind(memory.node) : isUnder(memory.parents, guard_->getThen());
      if (!guarded) return "Memory is touched at " + at(memory.node) + " by threads that have no task.";
    }
    for (const auto& call : mentions_.calls) {
      const bool guarded = leaves ? isBehind(call.node) : isUnder(call.parents, guard_->getThen());
      if (!guarded) return "A function is called at " + at(call.node) + " by threads that have no task.";
    }
    return {};
  }
  bool isBehind(const Stmt* node) const {
    return context_.getSourceManager().isBeforeInTranslationUnit(guard_->getEndLoc(), node->getBeginLoc());
  }
  static bool isUnder(const std::vector<const Stmt*>& parents, const Stmt* branch) {
    return std::find(parents.begin(), parents.end(), branch) != parents.end();
  }
  bool readBound(const IfStmt& branch) {
    const auto* compare = dyn_cast<BinaryOperator>(branch.getCond()->IgnoreParenImpCasts());
    if (!compare) return false;
    BinaryOperatorKind kind = compare->getOpcode();
    const VarDecl *left = plainName(compare->getLHS()), *right = plainName(compare->getRHS());
    if (right == index_) {
      std::swap(left, right);
      kind = kind == BO_GT ? BO_LT : kind == BO_LE ? BO_GE : BO_Comma;
    }
    const auto* count = dyn_cast_or_null<ParmVarDecl>(right);
    if (left != index_ || !count || !count->getType()->isIntegerType() || !isOnlyRead(mentions_, count)) return false;
    const Stmt* then = branch.getThen();
    if (const auto* block = dyn_cast<CompoundStmt>(then); block && block->size() == 1) then = block->body_front();
    guardLeaves_ = isa<ReturnStmt>(then);
    if (kind != (guardLeaves_ ? BO_GE : BO_LT)) return false;
    tasks_.countParameter = count->getFunctionScopeIndex();
    return true;
  }
  // The variable itself, not converted to something narrower.
  const VarDecl* plainName(const Expr* expression) const {
    const auto* name = dyn_cast<DeclRefExpr>(expression->IgnoreParenImpCasts());
    const auto* variable = name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
    if (!variable || context_.getTypeSize(expression->getType()) < 32) return nullptr;
    return variable->getCanonicalDecl();
  }
  Message lookAtExchange() {
    if (!mentions_.launches.empty())
      return "The kernel launches another one at " + at(mentions_.launches.front().node) + ".";
    if (mentions_.destroyed) return "A destructor runs at the end of what " + at(mentions_.destroyed) + " declares.";
    if (mentions_.strange)
      return "A lambda, jump, allocation or assembly at " + at(mentions_.strange) + " is not understood.";
    for (const KernelModel& model : kernel_.models) {
      if (!model.barriers.empty()) {
        return {"Threads wait for each other at %1: tasks of a block work together.",
                lineText(model.barriers.front().line)};
      }
      for (const OpaqueCall& call : model.calls) {
        return {"`%1` at %2 may exchange something between tasks.", call.name, lineText(call.line)};
      }
      for (const MemoryObject& object : model.objects) {
        if (object.space == MemorySpace::shared) return "Tasks of a block share `" + object.name + "`.";
      }
    }
    return {};
  }

  Message lookAtCalls() {
    for (const CXXConstructExpr* made : mentions_.made) {
      if (!made->getConstructor()->isTrivial())
        return "An object is made at " + at(made) + " by code that is not looked at.";
    }
    for (const auto& call : mentions_.calls) {
      if (isAtomic(*call.node)) {
        if (Message why = atomics_.add(call, at(call.node), mentions_); !why.empty()) return why;
        continue;
      }
      std::set<const FunctionDecl*> seen;
      if (!isPure(call.node->getDirectCallee(), seen)) {
        const FunctionDecl* callee = call.node->getDirectCallee();
        return "The function " + (callee ? code(callee->getNameAsString()) + " called" : Message("called")) + " at " +
               at(call.node) + " may tell tasks apart.";
      }
    }
    return {};
  }
  // Does the value of a call depend on nothing but its arguments, and on memory that the model sees?
  bool isPure(const FunctionDecl* callee, std::set<const FunctionDecl*>& seen) {
    if (!callee) return false;
    if (rewrite::isTrivialCopy(callee)) return true;
    if (model::isMathFunction(*callee)) return library_.isPure(*callee);
    if (!callee->getDefinition()) return false;
    if (!seen.insert(callee->getDefinition()).second) return true;  // is being looked at
    const auto* method = dyn_cast<CXXMethodDecl>(callee);
    if (method && method->isVirtual()) return false;
    if (callee->getASTContext().getSourceManager().isInSystemHeader(callee->getDefinition()->getLocation()))
      return library_.isPure(*callee);
    const Mentions inside = mentionsOf(callee->getDefinition()->getBody());
    if (inside.strange || inside.destroyed || !inside.builtIns.empty() || !inside.launches.empty()) return false;
    for (const CXXConstructExpr* made : inside.made) {
      if (!made->getConstructor()->isTrivial()) return false;
    }
    return std::all_of(inside.calls.begin(), inside.calls.end(),
                       [&](const auto& call) { return isPure(call.node->getDirectCallee(), seen); });
  }

  // Arrays of which some mention is subscripted by the task's number, or by what runs over its row.
  Message findArrays() {
    for (const auto& [variable, mentions] : mentions_.variables) {
      const auto* parameter = dyn_cast<ParmVarDecl>(variable);
      if (!parameter || !parameter->getType()->isPointerType()) continue;
      std::vector<LinearTerm> terms;
      const Mention* other = nullptr;
      for (const Mention& mention : mentions) {
        size_t depth = 0;
        const ArraySubscriptExpr* subscript = subscriptOf(mention, true, &depth);
        const std::optional<LinearTerm> term = subscript ? linearIn(subscript->getIdx(), index_) : std::nullopt;
        if (!term || term->scale == 0) {
          other = &mention;
          continue;
        }
        terms.push_back(*term);
      }
      if (terms.empty()) continue;
      const Code name = code(parameter->getNameAsString());
      if (other) return name + " has an element for each task, and is used in another way at " + at(other->node) + ".";
      TaskArray array;
      array.parameter = parameter->getFunctionScopeIndex();
      array.name = parameter->getNameAsString();
      if (std::string why = measure(terms, array); !why.empty()) return name + why;
      tasks_.arrays.push_back(array);
    }
    if (tasks_.arrays.empty()) return "No array of the kernel has an element for each task.";
    std::sort(tasks_.arrays.begin(), tasks_.arrays.end(),
              [](const TaskArray& a, const TaskArray& b) { return a.parameter < b.parameter; });
    for (TaskArray& array : tasks_.arrays) {
      if (array.role != TaskArray::Role::rows) continue;
      rows_ = readRows(mentions_, function_.getParamDecl(array.parameter), index_);
      if (!rows_.why.empty()) return "Tasks read `" + array.name + "[" + tasks_.index + " + 1]`, " + rows_.why + ".";
    }
    if (std::count_if(tasks_.arrays.begin(), tasks_.arrays.end(),
                      [](const TaskArray& one) { return one.role == TaskArray::Role::rows; }) > 1) {
      return "Tasks have rows in more than one array.";
    }
    for (const ParmVarDecl* inRow : rows_.arrays) {
      for (const TaskArray& known : tasks_.arrays) {
        if (known.parameter == inRow->getFunctionScopeIndex()) return code(known.name) + " is used by task and by row.";
      }
    }
    for (const ParmVarDecl* inRow : rows_.arrays) {
      TaskArray array;
      array.parameter = inRow->getFunctionScopeIndex();
      array.name = inRow->getNameAsString();
      array.role = TaskArray::Role::inRows;
      tasks_.arrays.push_back(array);
    }
    return {};
  }
  // Elements of one task: one, several side by side, or the two ends of a row.
  static std::string measure(const std::vector<LinearTerm>& terms, TaskArray& array) {
    int64_t most = 0;
    for (const LinearTerm& term : terms) {
      if (term.scale != terms.front().scale || term.scale < 1 || term.offset < 0) {
        return " is subscripted in more than one way: tasks may share its elements.";
      }
      most = std::max(most, term.offset);
    }
    array.perTask = static_cast<unsigned>(terms.front().scale);
    if (array.perTask == 1 && most == 1) {
      array.role = TaskArray::Role::rows;
      return {};
    }
    return most < terms.front().scale ? "" : " has elements that several tasks use.";
  }

  // Each mention of the task's number is the guard's or a subscript of those arrays.
  Message lookAtIndexUses() {
    for (const Mention& mention : mentions_.variables[index_->getCanonicalDecl()]) {
      if (isUnder(mention.parents, guard_->getCond()) || guard_->getCond() == mention.node) continue;
      size_t depth = 0;
      const ArraySubscriptExpr* subscript = subscriptOf(mention, false, &depth);
      const std::optional<LinearTerm> term = subscript ? linearIn(subscript->getIdx(), index_) : std::nullopt;
      const auto* base = subscript ? dyn_cast_or_null<ParmVarDecl>(namedVariable(subscript->getBase())) : nullptr;
      if (!term || !base || !isArrayOfTasks(base)) {
        return {"%1 is used at %2 as more than the subscript of arrays of tasks.", code(tasks_.index),
                at(mention.node)};
      }
      const std::vector<const Stmt*> around(mention.parents.begin(),
                                            mention.parents.begin() + static_cast<long>(depth));
      if (rewrite::useOfPlace(subscript, around) != rewrite::VariableUse::Kind::value) {
        return {"The address of an element of %1 is handed on at %2.", code(base->getNameAsString()), at(mention.node)};
      }
    }
    for (const Mention& mention : rows_.subscripted) {
      size_t depth = 0;
      const ArraySubscriptExpr* subscript = subscriptOf(mention, true, &depth);
      const std::vector<const Stmt*> around(mention.parents.begin(),
                                            mention.parents.begin() + static_cast<long>(depth));
      if (rewrite::useOfPlace(subscript, around) != rewrite::VariableUse::Kind::value) {
        return "The address of an element in a row is handed on at " + at(mention.node) + ".";
      }
    }
    return {};
  }
  bool isArrayOfTasks(const ParmVarDecl* parameter) const {
    return std::any_of(tasks_.arrays.begin(), tasks_.arrays.end(), [&](const TaskArray& array) {
      return array.parameter == parameter->getFunctionScopeIndex() && array.role != TaskArray::Role::inRows;
    });
  }
  // What the device code does beside: who writes what.
  Message lookAtMemory() {
    std::set<const TaskArray*> read, written;
    for (const KernelModel& model : kernel_.models) {
      for (const Access& access : model.accesses) {
        const LineList where = lineText(access.line);
        if (access.isVolatile) return "The access at " + where + " is volatile: tasks may wait for each other.";
        if (!access.object.isValid()) {
          if (access.kind == AccessKind::read)
            return open("Cannot tell what is read at " + where + ": " + access.unknownReason + ".");
          return open("Cannot tell what is changed at " + where + ": " + access.unknownReason + ".");
        }
        const MemoryObject& object = model.object(access.object);
        if (object.space == MemorySpace::local || object.space == MemorySpace::parameter) continue;
        TaskArray* array = arrayBehind(object, tasks_.arrays);
        if (access.kind == AccessKind::read) {
          if (array) read.insert(array);
          if (!array && !object.neverWritten) {
            return {"Tasks read %1 at %2, which the kernel changes as well.", code(object.name), where};
          }
          continue;
        }
        if (access.kind == AccessKind::atomic) {
          if (array || !atomics_.covers(object.argumentIndex)) {
            return "The atomic operation at " + where + " is none that any order of tasks leaves alike.";
          }
          continue;
        }
        if (!array || array->role == TaskArray::Role::rows || array->role == TaskArray::Role::inRows) {
          return {"Tasks write %1 at %2, where each has no element of its own.", code(object.name), where};
        }
        written.insert(array);
      }
    }
    for (TaskArray& array : tasks_.arrays) {
      if (!written.contains(&array)) continue;
      const bool always = !read.contains(&array) && writesAlways(array);
      array.role = always ? TaskArray::Role::writes : TaskArray::Role::updates;
      array.isWhole = always || touchesAlways(array);
    }
    return {};
  }
  // Does each task come to the last of its elements? Then the array has that many.
  bool touchesAlways(const TaskArray& array) const {
    const auto& mentions = mentions_.variables.at(function_.getParamDecl(array.parameter)->getCanonicalDecl());
    return std::any_of(mentions.begin(), mentions.end(), [&](const Mention& mention) {
      size_t depth = 0;
      const ArraySubscriptExpr* subscript = subscriptOf(mention, true, &depth);
      const std::optional<LinearTerm> term = subscript ? linearIn(subscript->getIdx(), index_) : std::nullopt;
      return term && term->offset + 1 == array.perTask && reach_->isAlways(subscript, above(mention, depth));
    });
  }
  // Is there a plain assignment to the whole element that each task comes to?
  bool writesAlways(const TaskArray& array) {
    if (array.perTask != 1 || reach_->hasOtherReturn()) return false;
    const Stmt* region = reach_->region();
    for (const Mention& mention : mentions_.variables[function_.getParamDecl(array.parameter)->getCanonicalDecl()]) {
      size_t depth = 0;
      const ArraySubscriptExpr* subscript = subscriptOf(mention, true, &depth);
      if (!subscript || depth == 0) continue;
      const auto* assignment = dyn_cast<Expr>(mention.parents[depth - 1]);
      if (!assignment || !isAssignmentTo(*subscript, *assignment)) continue;
      size_t above = depth - 1;
      while (above > 0 && isa<FullExpr>(mention.parents[above - 1])) --above;
      const bool isWhole = above > 0 && mention.parents[above - 1] == region;
      const bool isOnlyStatement =
          region == assignment || (above > 0 && isa<FullExpr>(region) && mention.parents[above] == region);
      if (isWhole || isOnlyStatement) return true;
    }
    return false;
  }
  // Of all its bytes?
  bool isAssignmentTo(const Expr& element, const Expr& expression) const {
    const auto* plain = dyn_cast<BinaryOperator>(&expression);
    if (plain) return plain->getOpcode() == BO_Assign && plain->getLHS() == &element;
    const auto* copy = dyn_cast<CXXOperatorCallExpr>(&expression);
    const FunctionDecl* callee = copy ? copy->getDirectCallee() : nullptr;
    const RecordDecl* record = element.getType()->getAsRecordDecl();
    if (!callee || !record || !rewrite::isTrivialCopy(callee) || copy->getArg(0) != &element) return false;
    // What lies between members need not be copied.
    uint64_t end = 0;
    const ASTRecordLayout& layout = context_.getASTRecordLayout(record);
    for (const FieldDecl* field : record->fields()) {
      const bool isNext = layout.getFieldOffset(field->getFieldIndex()) == end && !field->isBitField();
      if (!isNext || !field->getType()->isScalarType()) return false;
      end += context_.getTypeSize(field->getType());
    }
    return !record->isUnion() && end == static_cast<uint64_t>(context_.toBits(layout.getSize()));
  }
  static std::vector<const Stmt*> above(const Mention& mention, size_t depth) {
    return {mention.parents.begin(), mention.parents.begin() + static_cast<ptrdiff_t>(depth)};
  }

  Judgement conclude() {
    const bool any = std::any_of(tasks_.arrays.begin(), tasks_.arrays.end(),
                                 [](const TaskArray& array) { return !array.indices.empty(); });
    if (!any)
      return makeJudgement(
          refused, "No array of tasks subscripts data: tasks share nothing that an order could bring together.");
    Judgement judgement =
        makeJudgement(applicable, {"Tasks of %1 are independent: %2 only picks the elements of a task.",
                                   code(kernel_.models.front().name), code(tasks_.index)});
    static constexpr const char* words[] = {"is read by task", "is written by task", "is read and written by task",
                                            "holds where the row of a task begins and ends", "holds the rows of tasks"};
    for (const TaskArray& array : tasks_.arrays) {
      Message text = code(array.name) + " " + words[static_cast<int>(array.role)];
      if (!array.indices.empty()) text += ", and subscripts data";
      const auto& mentions = mentions_.variables[function_.getParamDecl(array.parameter)->getCanonicalDecl()];
      judgement.evidence.push_back({rewrite::positionAt(*kernel_.unit, mentions.front().node->getBeginLoc()), text});
    }
    for (const Assumption& assumption : atomics_.assumptions(kernel_.models.front()))
      judgement.assumptions.push_back(assumption);
    return judgement;
  }

  const model::ParsedKernel& kernel_;
  const FunctionDecl& function_;
  ASTContext& context_;
  TaskKernel& tasks_;
  model::LibraryFunctions library_;
  Mentions mentions_;
  TaskAtomics atomics_;
  TaskRows rows_;
  std::optional<TaskReach> reach_;
  const VarDecl* index_ = nullptr;
  const IfStmt* guard_ = nullptr;
  bool guardLeaves_ = false, isOpen_ = false;
};

}  // namespace

Judgement readTaskKernel(const model::ParsedKernel& kernel, TaskKernel& tasks) {
  return KernelReader(kernel, tasks).read();
}

}  // namespace warpwright::passes
