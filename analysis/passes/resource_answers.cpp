#include "analysis/passes/resource_answers.h"

#include <clang/AST/ExprCXX.h>

#include <algorithm>

#include "analysis/frontend/statement_search.h"
#include "analysis/model/cuda_names.h"
#include "analysis/model/kernel_mentions.h"
#include "analysis/model/source_text.h"
#include "analysis/passes/grid_strides.h"
#include "analysis/passes/judgement.h"
#include "analysis/rewrite/tree/mentions.h"
#include "core/device/launch_limits.h"

namespace warpwright::passes {
namespace {

using namespace clang;

/// How a function of CUDA is asked: its first arguments point to where the answers go, the kernel follows. Functions
/// that take a kernel and answer nothing about its resources have none.
unsigned answersOf(const std::string& name) {
  if (name.starts_with("cudaOccupancyMaxPotentialBlockSize")) return 2;
  return name.starts_with("cudaOccupancy") || name == "cudaFuncGetAttributes" ? 1 : 0;
}

const VarDecl* localVariable(const Expr* expression) {
  const VarDecl* variable = rewrite::namedVariable(expression);
  return variable && variable->isLocalVarDeclOrParm() ? variable : nullptr;
}

/// `n` of `&n`, `(void**)&n`.
const VarDecl* pointedTo(const Expr* argument) {
  const auto* address = dyn_cast<UnaryOperator>(argument->IgnoreParenCasts());
  return address && address->getOpcode() == UO_AddrOf ? localVariable(address->getSubExpr()) : nullptr;
}

/// The variable that an expression is, or is a member of: `grid` of `grid.x`. Null: another, and `grid.y`.
const VarDecl* assigned(const Expr* target, const model::SourceText& text) {
  const Expr* inner = target->IgnoreParenImpCasts();
  if (const auto* member = dyn_cast<MemberExpr>(inner); member && !member->isArrow()) {
    inner = member->getBase();
    if (model::isDim3(inner->getType(), text) && member->getMemberDecl()->getName() != "x") return nullptr;
  }
  return localVariable(inner);
}

/// min and max of a library.
bool isSmallest(const CallExpr& call, const model::SourceText& text) {
  const FunctionDecl* callee = call.getDirectCallee();
  return callee && callee->getDeclName().isIdentifier() && (callee->getName() == "min" || callee->getName() == "max") &&
         !text.isInProject(callee->getLocation());
}

/// All kernels that an expression may name; empty: they are not known.
std::vector<const FunctionDecl*> allKernels(const Expr* expression) {
  // Of a choice, one side may be a variable.
  const auto isChoice = [](const Stmt& part) { return isa<AbstractConditionalOperator>(part); };
  if (frontend::anyPart(expression, isChoice)) return {};
  return model::namedKernels(expression);
}

const FunctionDecl* onlyKernel(const Expr* expression) {
  const std::vector<const FunctionDecl*> kernels = allKernels(expression);
  return kernels.size() == 1 ? kernels.front() : nullptr;
}

bool isArgument(const CallExpr& call, const Stmt* part, unsigned from, unsigned to) {
  for (unsigned i = from; i < std::min(to, call.getNumArgs()); ++i) {
    if (call.getArg(i) == part) return true;
  }
  return false;
}

}  // namespace

/// Reads pieces of code, each mention of a variable with what stands around it.
class ResourceAnswers::Reader {
 public:
  Reader(ResourceAnswers& answers, const model::SourceText& text) : answers_(answers), text_(text) {}

  void read(const Stmt* part) {
    if (!part) return;
    if (const auto* name = dyn_cast<DeclRefExpr>(part)) {
      if (const VarDecl* variable = localVariable(name)) note(*name, answers_.uses_[variable]);
    }
    around_.push_back(part);
    for (const Stmt* child : part->children()) read(child);
    around_.pop_back();
  }

 private:
  // Follows the value upwards until it is clear where it goes.
  void note(const DeclRefExpr& name, Use& use) {
    const Stmt* below = &name;
    for (auto up = around_.rbegin(); up != around_.rend(); below = *up++) {
      const Stmt* outer = up + 1 == around_.rend() ? nullptr : *(up + 1);
      if (isPassedOn(**up, below)) continue;
      if (isEndOf(**up, below, outer, use)) return;
      break;
    }
    if (!use.seen) use.seen = &name;
  }

  /// Does what stands around a value make another of it, and nothing else? Of a grid, only its first dimension.
  bool isPassedOn(const Stmt& around, const Stmt* below) const {
    if (isa<CastExpr, ParenExpr, FullExpr, MaterializeTemporaryExpr, CXXBindTemporaryExpr>(around)) return true;
    if (const auto* member = dyn_cast<MemberExpr>(&around)) return !member->isArrow();
    if (const auto* made = dyn_cast<CXXConstructExpr>(&around))
      return model::isDim3(made->getType(), text_) && made->getArg(0) == below;
    if (const auto* list = dyn_cast<InitListExpr>(&around))
      return model::isDim3(list->getType(), text_) && list->getInit(0) == below;
    if (const auto* unary = dyn_cast<UnaryOperator>(&around))
      return unary->isArithmeticOp() && !unary->isIncrementDecrementOp();
    if (const auto* binary = dyn_cast<BinaryOperator>(&around))
      return binary->isAdditiveOp() || binary->isMultiplicativeOp();
    const auto* call = dyn_cast<CallExpr>(&around);
    return call && !isa<CXXMemberCallExpr, CXXOperatorCallExpr, CUDAKernelCallExpr>(call) && isSmallest(*call, text_);
  }

  /// Does the value go where it is known what becomes of it?
  bool isEndOf(const Stmt& around, const Stmt* below, const Stmt* outer, Use& use) const {
    const Expr* target = nullptr;
    if (isa<CompoundStmt>(around)) return !isa_and_nonnull<StmtExpr>(outer);  // nobody reads it
    if (const auto* declarations = dyn_cast<DeclStmt>(&around)) return isInitialiser(*declarations, below, use);
    if (const auto* unary = dyn_cast<UnaryOperator>(&around)) {
      if (unary->isIncrementDecrementOp()) return isa_and_nonnull<CompoundStmt, ForStmt>(outer);
      return unary->getOpcode() == UO_AddrOf && isAnswer(*unary);
    }
    if (const auto* binary = dyn_cast<BinaryOperator>(&around); binary && binary->isAssignmentOp()) {
      target = binary->getLHS();
      if (target == below && !binary->isCompoundAssignmentOp()) return true;
    } else if (const auto* call = dyn_cast<CXXOperatorCallExpr>(&around)) {
      if (call->getOperator() != OO_Equal || !model::isDim3(call->getArg(0)->getType(), text_)) return false;
      target = call->getArg(0);
      if (target == below) return true;
    } else if (const auto* call = dyn_cast<CallExpr>(&around)) {
      const auto* launch = dyn_cast_if_present<CUDAKernelCallExpr>(outer);
      if (launch && launch->getConfig() == call) return isGrid(*call, 0, launch->getCallee(), below, use);
      if (model::launchesItsFirstArgument(*call, text_)) return isGrid(*call, 1, call->getArg(0), below, use);
      return isAskedWith(*call, below, use);
    }
    const VarDecl* variable = target ? assigned(target, text_) : nullptr;
    if (!variable || variable->getType()->isReferenceType()) return false;
    use.flowsTo.insert(variable);
    return true;
  }

  /// Is it the grid of a launch, the argument `index` of its configuration?
  static bool isGrid(const CallExpr& launch, unsigned index, const Expr* kernel, const Stmt* part, Use& use) {
    if (!isArgument(launch, part, index, index + 1)) return false;
    use.grids.push_back({part, onlyKernel(kernel)});
    return true;
  }

  /// Does a question depend on it? Then its answers do.
  bool isAskedWith(const CallExpr& call, const Stmt* part, Use& use) const {
    const unsigned answers = answersOf(model::cudaFunction(call, text_));
    if (answers == 0 || !isArgument(call, part, answers + 1, call.getNumArgs())) return false;
    for (unsigned i = 0; i < answers; ++i) {
      const VarDecl* answer = pointedTo(call.getArg(i));
      if (!answer) return false;
      use.flowsTo.insert(answer);
    }
    return true;
  }

  static bool isInitialiser(const DeclStmt& declarations, const Stmt* below, Use& use) {
    for (const Decl* one : declarations.decls()) {
      const auto* variable = dyn_cast<VarDecl>(one);
      if (!variable || variable->getInit() != below) continue;
      const bool isValue = !variable->getType()->isReferenceType() && !variable->getType()->isPointerType();
      if (!variable->isLocalVarDecl() || isa<DecompositionDecl>(variable) || !isValue) return false;
      use.flowsTo.insert(variable->getCanonicalDecl());
      return true;
    }
    return false;
  }

  /// Is it `&n` where a question wants to know where its answer goes?
  bool isAnswer(const UnaryOperator& address) const {
    for (auto up = around_.rbegin(); up != around_.rend(); ++up) {
      const auto* call = dyn_cast<CallExpr>(*up);
      if (!call) continue;
      for (unsigned i = 0; i < std::min(answersOf(model::cudaFunction(*call, text_)), call->getNumArgs()); ++i) {
        if (call->getArg(i)->IgnoreParenCasts() == &address) return true;
      }
      return false;
    }
    return false;
  }

  ResourceAnswers& answers_;
  const model::SourceText& text_;
  std::vector<const Stmt*> around_;
};

ResourceAnswers::ResourceAnswers(const frontend::ParsedUnit& unit, const model::CodePieces& code) : unit_(unit) {
  const model::SourceText text(unit);
  const auto note = [&](const Stmt& part) {
    const auto* call = dyn_cast<CallExpr>(&part);
    if (!call) return false;
    const std::string name = model::cudaFunction(*call, text);
    const unsigned answers = answersOf(name);
    if (name == "cudaFuncSetAttribute") noteLimit(*call);
    if (answers != 0 && call->getNumArgs() > answers) noteQuestion(*call, answers, name != "cudaFuncGetAttributes");
    return false;
  };
  for (const Stmt* piece : code.pieces) frontend::anyPart(piece, note);
  if (questions_.empty()) return;
  Reader reader(*this, text);
  for (const Stmt* piece : code.pieces) reader.read(piece);
}

/// Only a number that is written there: as with a launch, a value that the program works out is left to it.
void ResourceAnswers::noteLimit(const CallExpr& call) {
  if (call.getNumArgs() < 3) return;
  Expr::EvalResult attribute, bytes;
  const auto isKnown = [&](const Expr* argument, Expr::EvalResult& into) {
    return !argument->isValueDependent() && argument->EvaluateAsInt(into, unit_.ast());
  };
  if (!isKnown(call.getArg(1), attribute) || !isKnown(call.getArg(2), bytes)) return;
  constexpr int64_t maxDynamicSharedMemorySize = 8;  // of cudaFuncAttribute
  const int64_t size = bytes.Val.getInt().getExtValue();
  if (attribute.Val.getInt().getExtValue() != maxDynamicSharedMemorySize || size <= 0) return;
  limits_.push_back({{&call, allKernels(call.getArg(0))}, static_cast<uint64_t>(size)});
}

void ResourceAnswers::noteQuestion(const CallExpr& call, unsigned answers, bool isOfOccupancy) {
  Question& question = questions_.emplace_back(Question{{&call, allKernels(call.getArg(answers))}, {}});
  question.isOfOccupancy = isOfOccupancy;
  for (unsigned i = 0; i < answers; ++i) {
    const VarDecl* variable = pointedTo(call.getArg(i));
    question.isLost = question.isLost || !variable;
    if (variable) question.answers.insert(variable);
  }
}

const Stmt* ResourceAnswers::whereSeen(const Question& question, const FunctionDecl& kernel, Strides& strides) const {
  const auto takesAnyGrid = [&](const FunctionDecl* launched) {
    if (!launched) return false;
    // The kernel itself may be another unit's.
    const bool isIt = !launched->hasBody() && launched->getType().getAsString() == kernel.getType().getAsString() &&
                      launched->getQualifiedNameAsString() == kernel.getQualifiedNameAsString();
    const FunctionDecl* one = isIt ? &kernel : launched;
    const auto [known, isNew] = strides.try_emplace(one, false);
    if (isNew) known->second = stridesByGrid(*one);
    return known->second;
  };
  std::vector<const VarDecl*> open(question.answers.begin(), question.answers.end());
  std::set<const VarDecl*> known = question.answers;
  while (!open.empty()) {
    const auto found = uses_.find(open.back());
    open.pop_back();
    if (found == uses_.end()) continue;
    if (found->second.seen) return found->second.seen;
    for (const Grid& grid : found->second.grids) {
      if (!question.isOfOccupancy || !takesAnyGrid(grid.kernel)) return grid.at;
    }
    for (const VarDecl* next : found->second.flowsTo) {
      if (known.insert(next).second) open.push_back(next);
    }
  }
  return nullptr;
}

bool ResourceAnswers::Asked::isAbout(const std::string& kernel) const {
  const auto isIt = [&](const FunctionDecl* one) { return one->getQualifiedNameAsString() == kernel; };
  return kernels.empty() || std::any_of(kernels.begin(), kernels.end(), isIt);
}

Message ResourceAnswers::seenOf(const FunctionDecl& kernel, uint64_t sharedBytes) const {
  const std::string name = kernel.getQualifiedNameAsString();
  const auto lineOf = [&](const Stmt& part) {
    return lineText(model::SourceText(unit_).filePlace(part.getBeginLoc()));
  };
  for (const Limit& limit : limits_) {
    if (limit.bytes + sharedBytes <= mostShared || !limit.isAbout(name)) continue;
    return {
        "%1 fails: %2 bytes of shared memory are more than a block has. Changed, the kernel might leave room for "
        "them.",
        capitalised(lineOf(*limit.call)), std::to_string(limit.bytes + sharedBytes)};
  }
  Strides strides;
  for (const Question& question : questions_) {
    if (!question.isAbout(name)) continue;
    const Stmt* seen = question.isLost ? question.call : whereSeen(question, kernel, strides);
    if (!seen) continue;
    return {
        "A change alters what the program learns of the kernel's memory, registers or occupancy at %1, and %2 uses "
        "that for more than the grid of a launch that strides by its grid.",
        lineOf(*question.call), lineOf(*seen)};
  }
  return {};
}

}  // namespace warpwright::passes
