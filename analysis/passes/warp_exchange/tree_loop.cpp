#include "analysis/passes/warp_exchange/tree_loop.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/Decl.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>
#include <clang/Basic/SourceManager.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "analysis/frontend/statement_search.h"
#include "analysis/passes/warp_exchange/uniform_values.h"
#include "analysis/rewrite/source/statement.h"
#include "analysis/rewrite/tree/mentions.h"
#include "analysis/rewrite/tree/subscript_terms.h"

namespace warpwright::passes {
namespace {

using namespace clang;

bool isBlockBarrier(const Stmt& part) {
  const auto* call = dyn_cast<CallExpr>(&part);
  const FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
  return callee && callee->getIdentifier() && callee->getName() == "__syncthreads";
}

std::optional<int64_t> numberIn(const Expr* expression, const ASTContext& context) {
  Expr::EvalResult value;
  if (!expression || expression->isValueDependent() || !expression->getType()->isIntegerType() ||
      !expression->EvaluateAsInt(value, context) || value.Val.getInt().getSignificantBits() > 40)
    return std::nullopt;
  return value.Val.getInt().getExtValue();
}

bool isExpression(const Stmt* statement) {
  return statement && isa<Expr>(rewrite::ignoreWrappers(statement));
}

/// The variable that a statement halves, in whole: `s /= 2`, `s >>= 1`, `s = s / 2`. Null: it does something else.
const VarDecl* halvedBy(const Stmt* statement, const ASTContext& context) {
  if (!isExpression(statement)) return nullptr;
  const auto* step = dyn_cast<BinaryOperator>(cast<Expr>(rewrite::ignoreWrappers(statement))->IgnoreParens());
  if (!step) return nullptr;
  const VarDecl* variable = rewrite::namedVariable(step->getLHS());
  const BinaryOperatorKind kind = step->getOpcode();
  const auto isBy = [&](const Expr* number, bool isShift) { return numberIn(number, context) == (isShift ? 1 : 2); };
  if (kind == BO_DivAssign || kind == BO_ShrAssign)
    return isBy(step->getRHS(), kind == BO_ShrAssign) ? variable : nullptr;
  const auto* half = dyn_cast<BinaryOperator>(step->getRHS()->IgnoreParenImpCasts());
  if (kind != BO_Assign || !half || (half->getOpcode() != BO_Div && half->getOpcode() != BO_Shr)) return nullptr;
  const bool isOfItself = rewrite::namedVariable(half->getLHS()) == variable;
  return isOfItself && isBy(half->getRHS(), half->getOpcode() == BO_Shr) ? variable : nullptr;
}

/// The same of a part of a statement: `s /= 2, __syncthreads()`.
const VarDecl* halvedIn(const Stmt* statement, const ASTContext& context) {
  const VarDecl* variable = nullptr;
  frontend::anyPart(statement, [&](const Stmt& part) {
    if (!variable) variable = halvedBy(&part, context);
    return variable != nullptr;
  });
  return variable;
}

const Stmt* bodyOf(const Stmt* loop) {
  if (const auto* counted = dyn_cast<ForStmt>(loop)) return counted->getBody();
  return cast<WhileStmt>(loop)->getBody();
}

TreeReading refuse(Message why) {
  return {VerdictKind::refused, std::move(why), {}};
}
TreeReading open(Message why) {
  return {VerdictKind::unknown, std::move(why), {}};
}

class TreeReader {
 public:
  TreeReader(const FunctionDecl& kernel, const std::array<std::optional<uint32_t>, 3>& block)
      : kernel_(kernel),
        context_(kernel.getASTContext()),
        mentions_(rewrite::mentionsOf(kernel.getBody())),
        uniform_(kernel, mentions_),
        values_(kernel, block) {
    int64_t before = 1;
    for (size_t d = 0; d < 3; ++d) {
      if (block[d].value_or(1) > 1) number_[std::string("threadIdx.") + "xyz"[d]] = before;
      before *= block[d].value_or(1);
    }
  }

  TreeReading read(const HalvingLoop& loop) {
    TreeLoop tree;
    static_cast<HalvingLoop&>(tree) = loop;
    around_ = loop.parents;
    around_.push_back(loop.loop);
    using Step = TreeReading (TreeReader::*)(TreeLoop&);
    for (const Step step :
         {&TreeReader::readHead, &TreeReader::readBody, &TreeReader::readCondition, &TreeReader::readWay}) {
      if (TreeReading no = (this->*step)(tree); no.verdict != VerdictKind::applicable) return no;
    }
    const WorkQuestion question{&kernel_, tree.stride, [this](const Expr& one) { return isThread(one); },
                                [this](const Expr& one) { return uniform_.is(one); }};
    tree.exchange = passes::readWork(*tree.work->getThen(), question);
    if (tree.exchange.why.empty() && !isBelowStride(*tree.work->getCond(), tree))
      tree.exchange.why = "not all threads below the stride work";
    tree.needsBarrierBehind = tree.barrierFirst && needsBarrierBehind(tree);
    return {VerdictKind::applicable, {}, std::move(tree)};
  }

 private:
  bool isNumberOfThread(const rewrite::FixedValue& value) const {
    return value.constant == 0 && value.thread == number_ && !number_.empty();
  }
  /// Does the expression have the number that the thread has in its block, wherever it stands?
  bool isAlwaysThread(const Expr& expression) const {
    const auto value = values_.fixedValue(&expression);
    return value && isNumberOfThread(*value);
  }
  /// Does it in the loop?
  bool isThread(const Expr& expression) {
    const auto terms = values_.terms(&expression, around_);
    return terms && terms->open.empty() && isNumberOfThread(terms->fixed);
  }

  // ---- the head: how the stride begins, when the loop ends, how it is halved
  TreeReading readHead(TreeLoop& tree) {
    const auto* plain = tree.stride->getType().getCanonicalType()->getAs<BuiltinType>();
    const bool isNumber = plain && plain->isInteger() && context_.getIntWidth(tree.stride->getType()) >= 32 &&
                          !tree.stride->getType().isVolatileQualified() && tree.stride->isLocalVarDecl() &&
                          !tree.stride->isStaticLocal();
    if (!isNumber) return refuse({"%1 is no whole number of the thread.", code(tree.stride->getName().str())});
    const Expr* condition = nullptr;
    const Expr* first = nullptr;
    unsigned changes = 1;  // of the stride: by the step
    if (const auto* counted = dyn_cast<ForStmt>(tree.loop)) {
      if (halvedBy(counted->getInc(), context_) != tree.stride || counted->getConditionVariable())
        return refuse("The head of the loop does more than halve the stride.");
      condition = counted->getCond();
      if (const auto* declared = dyn_cast_or_null<DeclStmt>(counted->getInit())) {
        if (!declared->isSingleDecl() || declared->getSingleDecl()->getCanonicalDecl() != tree.stride)
          return refuse("The head of the loop declares more than the stride.");
        first = tree.stride->getInit();
      } else if (const auto* set = dyn_cast_or_null<BinaryOperator>(counted->getInit());
                 set && set->getOpcode() == BO_Assign && rewrite::namedVariable(set->getLHS()) == tree.stride) {
        first = set->getRHS();
        ++changes;
      }
    } else {
      condition = cast<WhileStmt>(tree.loop)->getCond();
      first = beginOf(tree);
    }
    if (!condition || !goesToZero(*condition, *tree.stride))
      return refuse("The loop does not go on until the stride is 0.");
    if (!first || !uniform_.is(*first))
      return open(
          {"Whether all threads of a block begin with the same stride is not known: %1 is set in a way that is "
           "not understood.",
           code(tree.stride->getName().str())});
    if (changesIn(tree) != changes || (isa<WhileStmt>(tree.loop) && changesOutside(tree)))
      return refuse({"%1 is changed by more than the step of the loop.", code(tree.stride->getName().str())});
    tree.outlives = isLookedAtOutside(tree);
    return strides(tree, *first);
  }

  TreeReading strides(TreeLoop& tree, const Expr& first) const {
    const auto value = values_.fixedValue(&first);
    const bool isSigned = tree.stride->getType()->isSignedIntegerType();
    if (!value || !value->thread.empty()) {
      // From a number below 0, some loops go on until it is 0.
      const auto* compared = dyn_cast<BinaryOperator>(conditionOf(tree)->IgnoreParenImpCasts());
      if (isSigned && (!compared || compared->getOpcode() == BO_NE))
        return open("The stride may begin below 0, as far as is known.");
      return {};
    }
    if (value->constant < 1) return refuse("The loop has no round.");
    for (int64_t stride = value->constant; stride > 0; stride /= 2) tree.strides.push_back(stride);
    return {};
  }

  static const Expr* conditionOf(const TreeLoop& tree) {
    if (const auto* counted = dyn_cast<ForStmt>(tree.loop)) return counted->getCond();
    return cast<WhileStmt>(tree.loop)->getCond();
  }

  /// `s > 0`, `s >= 1`, `s != 0`, `s`.
  bool goesToZero(const Expr& condition, const VarDecl& stride) const {
    const Expr* bare = condition.IgnoreParenImpCasts();
    if (rewrite::namedVariable(bare) == &stride) return true;
    const auto* compared = dyn_cast<BinaryOperator>(bare);
    if (!compared || !compared->isComparisonOp()) return false;
    const bool isReversed = rewrite::namedVariable(compared->getRHS()) == &stride;
    const Expr* number = isReversed ? compared->getLHS() : compared->getRHS();
    if (!isReversed && rewrite::namedVariable(compared->getLHS()) != &stride) return false;
    const BinaryOperatorKind kind =
        isReversed ? BinaryOperator::reverseComparisonOp(compared->getOpcode()) : compared->getOpcode();
    const auto bound = numberIn(number, context_);
    return bound && ((*bound == 0 && (kind == BO_GT || kind == BO_NE)) || (*bound == 1 && kind == BO_GE));
  }

  /// What a stride begins with that is declared beside its loop.
  const Expr* beginOf(const TreeLoop& tree) const {
    const auto declared = mentions_.declared.find(tree.stride);
    const bool isBeside = declared != mentions_.declared.end() && !declared->second.parents.empty() &&
                          declared->second.parents.back() == besides(tree);
    return isBeside && tree.stride->hasInit() ? tree.stride->getInit() : nullptr;
  }

  /// The block that the loop is a statement of; null: it is the body of something else.
  static const CompoundStmt* besides(const TreeLoop& tree) {
    size_t around = tree.parents.size();
    while (around > 0 && isa<AttributedStmt>(tree.parents[around - 1])) --around;
    return around > 0 ? dyn_cast<CompoundStmt>(tree.parents[around - 1]) : nullptr;
  }

  static bool isInside(const rewrite::Mention& mention, const Stmt* statement) {
    return std::find(mention.parents.begin(), mention.parents.end(), statement) != mention.parents.end();
  }
  unsigned changesOf(const TreeLoop& tree, bool inside) const {
    const auto found = mentions_.variables.find(tree.stride);
    if (found == mentions_.variables.end()) return 0;
    return static_cast<unsigned>(std::count_if(
        found->second.begin(), found->second.end(),
        [&](const rewrite::Mention& one) { return !rewrite::isRead(one) && isInside(one, tree.loop) == inside; }));
  }
  unsigned changesIn(const TreeLoop& tree) const { return changesOf(tree, true); }
  bool changesOutside(const TreeLoop& tree) const { return changesOf(tree, false) > 0; }
  bool isLookedAtOutside(const TreeLoop& tree) const {
    const auto found = mentions_.variables.find(tree.stride);
    return found != mentions_.variables.end() &&
           std::any_of(found->second.begin(), found->second.end(),
                       [&](const rewrite::Mention& one) { return !isInside(one, tree.loop); });
  }

  // ---- the body: a barrier and the work of some threads
  TreeReading readBody(TreeLoop& tree) {
    tree.body = dyn_cast<CompoundStmt>(rewrite::ignoreWrappers(bodyOf(tree.loop)));
    if (!tree.body) return refuse("The body of the loop is no block.");
    std::vector<const Stmt*> parts;
    for (const Stmt* part : tree.body->body()) {
      if (!isa<NullStmt>(part)) parts.push_back(rewrite::ignoreWrappers(part));
    }
    if (isa<WhileStmt>(tree.loop)) {
      if (parts.empty() || halvedBy(parts.back(), context_) != tree.stride)
        return refuse("The loop does something after it has halved the stride.");
      parts.pop_back();
    }
    for (const Stmt* part : parts) {
      if (const auto* work = dyn_cast<IfStmt>(part); work && !tree.work) {
        tree.work = work;
      } else if (isBlockBarrier(*part) && !tree.barrier) {
        tree.barrier = cast<CallExpr>(part);
        tree.barrierFirst = !tree.work;
      } else {
        return refuse(
            {"The loop does more than wait and let the threads below %1 work.", code(tree.stride->getName().str())});
      }
    }
    if (!tree.work || !tree.barrier)
      return refuse(
          {"The loop does more than wait and let the threads below %1 work.", code(tree.stride->getName().str())});
    return {};
  }

  // ---- the work: for threads below the stride
  TreeReading readCondition(TreeLoop& tree) {
    if (tree.work->getElse() || tree.work->getInit() || tree.work->getConditionVariable() || tree.work->isConstexpr())
      return refuse("Threads at and above the stride do something else.");
    const Expr* condition = tree.work->getCond()->IgnoreParenImpCasts();
    while (const auto* both = dyn_cast<BinaryOperator>(condition)) {
      if (both->getOpcode() != BO_LAnd) break;
      condition = both->getLHS()->IgnoreParenImpCasts();
    }
    if (!isBelowStride(*condition, tree))
      return refuse({"Which threads work is not decided by `thread < %1`, with the number of the thread in its block.",
                     tree.stride->getName().str()});
    for (const Stmt* part : {static_cast<const Stmt*>(tree.work->getCond()), tree.work->getThen()}) {
      if (const Message why = notQuiet(*part); !why.empty())
        return refuse({"What threads do in a round may be seen by others: %1.", why});
    }
    return {};
  }

  /// `t < s` or `s > t`.
  bool isBelowStride(const Expr& condition, TreeLoop& tree) {
    const auto* compared = dyn_cast<BinaryOperator>(condition.IgnoreParenImpCasts());
    if (!compared || (compared->getOpcode() != BO_LT && compared->getOpcode() != BO_GT)) return false;
    const bool isReversed = compared->getOpcode() == BO_GT;
    const Expr* thread = isReversed ? compared->getRHS() : compared->getLHS();
    const Expr* stride = isReversed ? compared->getLHS() : compared->getRHS();
    if (rewrite::namedVariable(stride) != tree.stride || !isThread(*thread)) return false;
    tree.thread = thread;
    return true;
  }

  // ---- the way there: all threads of the block come
  TreeReading readWay(TreeLoop& tree) {
    const bool isRepeated = std::any_of(tree.parents.begin(), tree.parents.end(), [](const Stmt* around) {
      return isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt, SwitchStmt>(around);
    });
    if (frontend::containsJump(kernel_.getBody())) return open("The kernel jumps: which threads come is not known.");
    const SourceManager& sources = context_.getSourceManager();
    TreeReading result;
    rewrite::eachPart(kernel_.getBody(), [&](const Stmt& part, const std::vector<const Stmt*>& parents) {
      const bool leaves =
          isa<ReturnStmt>(part) && result.verdict == VerdictKind::applicable &&
          std::none_of(parents.begin(), parents.end(), [](const Stmt* one) { return isa<LambdaExpr>(one); });
      if (!leaves) return;
      const SourceLocation at = sources.getExpansionLoc(part.getBeginLoc());
      const bool isBehind = !sources.isBeforeInTranslationUnit(at, sources.getExpansionLoc(tree.loop->getEndLoc()));
      if ((isBehind && !isRepeated) || leavesTogether(parents)) return;
      result = refuse({"Some threads may have left before, at %1: a warp may not be whole.",
                       lineText(sources.getExpansionLineNumber(at))});
    });
    return result;
  }

  /// Do all threads of a block leave, or none?
  bool leavesTogether(const std::vector<const Stmt*>& parents) const {
    return std::all_of(parents.begin(), parents.end(), [&](const Stmt* around) {
      const auto* choice = dyn_cast<IfStmt>(around);
      return isa<CompoundStmt, AttributedStmt>(around) ||
             (choice && choice->getCond() && uniform_.is(*choice->getCond()));
    });
  }

  // ---- behind it
  /// Does anything behind the loop touch what the last rounds touch, before the next barrier, that thread 0 does not do
  /// with its own element?
  bool needsBarrierBehind(const TreeLoop& tree) {
    const CompoundStmt* block = besides(tree);
    if (!block) return true;
    auto next = std::find_if(block->body_begin(), block->body_end(),
                             [&](const Stmt* one) { return rewrite::ignoreWrappers(one) == tree.loop; });
    if (next == block->body_end()) return true;
    ++next;
    if (next != block->body_end() && isBlockBarrier(*rewrite::ignoreWrappers(*next))) return false;
    if (block != kernel_.getBody() || !tree.exchange.why.empty()) return true;
    if (!std::all_of(tree.exchange.arrays.begin(), tree.exchange.arrays.end(),
                     [&](const VarDecl* array) { return isOnlyForElements(*array); }))
      return true;
    return !std::all_of(next, block->body_end(), [&](const Stmt* one) { return isOfFirstThread(one, tree); });
  }

  /// Is the array known by no other name than its own, and all that is done with it subscripts?
  bool isOnlyForElements(const VarDecl& array) const {
    if (!array.hasAttr<CUDASharedAttr>()) return false;
    for (const auto& [variable, list] : mentions_.variables) {
      if (variable == array.getCanonicalDecl()) {
        const auto isSubscript = [](const rewrite::Mention& one) {
          return one.parents.size() > 1 && isa<ImplicitCastExpr>(one.parents.back()) &&
                 isa<ArraySubscriptExpr>(one.parents[one.parents.size() - 2]);
        };
        if (!std::all_of(list.begin(), list.end(), isSubscript)) return false;
      } else if (array.hasExternalStorage() && variable->hasAttr<CUDASharedAttr>() && variable->hasExternalStorage()) {
        return false;  // the same memory
      }
    }
    return true;
  }

  /// `if (t == 0) …` that looks at no element of the tree but the first.
  bool isOfFirstThread(const Stmt* statement, const TreeLoop& tree) {
    const auto* choice = dyn_cast<IfStmt>(rewrite::ignoreWrappers(statement));
    if (!choice || choice->getElse() || choice->getInit() || choice->getConditionVariable()) return false;
    const auto* compared = dyn_cast<BinaryOperator>(choice->getCond()->IgnoreParenImpCasts());
    if (!compared || compared->getOpcode() != BO_EQ || !isAlwaysThread(*compared->getLHS()) ||
        numberIn(compared->getRHS(), context_) != 0)
      return false;
    const auto& arrays = tree.exchange.arrays;
    return !frontend::anyPart(choice->getThen(), [&](const Stmt& part) {
      if (isBlockBarrier(part)) return true;
      const auto* element = dyn_cast<ArraySubscriptExpr>(&part);
      const VarDecl* array = element ? rewrite::namedVariable(element->getBase()) : nullptr;
      if (!array || std::find(arrays.begin(), arrays.end(), array) == arrays.end()) return false;
      return numberIn(element->getIdx(), context_) != 0 && !isAlwaysThread(*element->getIdx());
    });
  }

  const FunctionDecl& kernel_;
  const ASTContext& context_;
  rewrite::Mentions mentions_;
  UniformValues uniform_;
  rewrite::SubscriptReader values_;
  std::vector<const Stmt*> around_;        ///< the loop, and itself: a number may be assigned in front of it
  std::map<std::string, int64_t> number_;  ///< of the thread in its block: factors of its indices
};

}  // namespace

std::vector<HalvingLoop> halvingLoops(const FunctionDecl& kernel) {
  std::vector<HalvingLoop> found;
  const ASTContext& context = kernel.getASTContext();
  rewrite::eachPart(kernel.getBody(), [&](const Stmt& part, const std::vector<const Stmt*>& parents) {
    const auto* counted = dyn_cast<ForStmt>(&part);
    const auto* repeated = dyn_cast<WhileStmt>(&part);
    if (!counted && !repeated) return;
    const VarDecl* stride = counted ? halvedIn(counted->getInc(), context) : nullptr;
    if (repeated) {
      if (const auto* block = dyn_cast<CompoundStmt>(rewrite::ignoreWrappers(repeated->getBody())))
        for (const Stmt* one : block->body()) stride = stride ? stride : halvedBy(one, context);
    }
    if (!stride || !frontend::anyPart(&part, isBlockBarrier)) return;
    found.push_back({&part, parents, stride->getCanonicalDecl()});
  });
  return found;
}

TreeReading readTree(const FunctionDecl& kernel, const std::array<std::optional<uint32_t>, 3>& block,
                     const HalvingLoop& loop) {
  return TreeReader(kernel, block).read(loop);
}

}  // namespace warpwright::passes
