#include "analysis/passes/warp_exchange/warp_run.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>

#include <algorithm>
#include <map>
#include <set>

#include "analysis/passes/warp_exchange/warp_part.h"
#include "analysis/rewrite/source/statement.h"

namespace warpwright::passes {
namespace {

using namespace clang;

/// The distance from one element to another that all threads of the set have. Nothing: they differ, or the array does.
std::optional<int64_t> distanceOf(const ThreadElements& from, const ThreadElements& to, const ThreadSet& come) {
  if (from.array != to.array) return std::nullopt;
  std::optional<int64_t> all;
  for (size_t i = 0; i < come.size(); ++i) {
    if (!come[i]) continue;
    const int64_t one = to.element[i] - from.element[i];
    if (all && *all != one) return std::nullopt;
    all = one;
  }
  return all;
}

/// Finds the runs of one block.
class RunFinder {
 public:
  RunFinder(const FunctionDecl& function, const CompoundStmt& block, const ThreadValues& values, const ThreadSet& come)
      : function_(function), context_(function.getASTContext()), come_(come) {
    ThreadValues now = values;
    for (const Stmt* statement : block.body()) {
      parts_.push_back(readPart(context_, now, *statement));
      now.pass(*statement);
    }
    behind_ = std::move(now);
  }

  std::vector<WarpRun> find() {
    std::vector<WarpRun> found;
    size_t end = 0;
    for (size_t i = 0; i < parts_.size(); ++i) {
      if (i < end || parts_[i].kind != Part::Kind::plain) continue;
      const auto own = ownElement(i);
      if (!own || !readsNeighbour(parts_[i], *own)) continue;
      own_ = *own;
      WarpRun run = runAround(i, end);
      if (std::count_if(run.steps.begin(), run.steps.end(), [](const RunStep& one) { return one.fetched != 0; }) < 2)
        continue;
      found.push_back(std::move(run));
    }
    return found;
  }

 private:
  /// What the statement writes, or the last one in front that wrote any.
  std::optional<ThreadElements> ownElement(size_t index) const {
    for (size_t i = index + 1; i-- > 0;) {
      for (const Touch& one : parts_[i].touches)
        if (one.writes) return one.elements;
      if (parts_[i].kind != Part::Kind::other) continue;
      const ArraySubscriptExpr* stored = storedElement(parts_[i]);
      return stored ? parts_[i].before->elementOf(*stored) : std::nullopt;
    }
    return std::nullopt;
  }

  bool readsNeighbour(const Part& part, const ThreadElements& own) const {
    return std::any_of(part.touches.begin(), part.touches.end(), [&](const Touch& one) {
      const auto distance = distanceOf(own, one.elements, come_);
      return !one.writes && distance && *distance != 0 && std::abs(*distance) < lanesOfWarp;
    });
  }

  bool isOwn(const Touch& one) const { return distanceOf(own_, one.elements, come_) == 0; }

  /// Does it belong to a run of that element?
  bool fits(const Part& part) const {
    if (part.kind == Part::Kind::other) return false;
    return std::all_of(part.touches.begin(), part.touches.end(), [&](const Touch& one) {
      return distanceOf(own_, one.elements, come_) && (!one.writes || isOwn(one));
    });
  }
  bool touchesOnlyOwn(const Part& part) const {
    return std::all_of(part.touches.begin(), part.touches.end(), [&](const Touch& one) { return isOwn(one); });
  }
  static bool opens(const Part& part) {
    return !part.guard && part.write && part.write->getOpcode() == BO_Assign &&
           std::none_of(part.touches.begin(), part.touches.end(), [](const Touch& one) { return one.reads; });
  }

  WarpRun runAround(size_t seed, size_t& end) {
    WarpRun run;
    run.function = &function_;
    size_t last = seed, first = seed;
    for (size_t i = seed; i < parts_.size() && fits(parts_[i]); ++i)
      if (!parts_[i].touches.empty()) last = i;
    std::optional<size_t> opening;
    for (size_t i = seed; !opening && i-- > 0 && fits(parts_[i]) && touchesOnlyOwn(parts_[i]);) {
      if (opens(parts_[i]))
        opening = i;
      else if (!parts_[i].touches.empty())
        first = i;
    }
    if (!opening) opening = storeInFront(first);
    end = last + 1;
    if (opening) openBy(run, *opening);
    readPads(opening.value_or(first));
    bool isOrdered = true;
    order(run, opening.value_or(first), last, isOrdered);
    for (size_t i = first; i <= last; ++i) addStep(run, parts_[i]);
    finish(run, first, last, isOrdered);
    return run;
  }

  /// A store of any value into the element, in front of nothing but arithmetic.
  std::optional<size_t> storeInFront(size_t first) const {
    size_t i = first;
    while (i > 0 && parts_[i - 1].kind != Part::Kind::other && parts_[i - 1].touches.empty()) --i;
    if (i == 0 || parts_[i - 1].kind != Part::Kind::other) return std::nullopt;
    const auto* element = storedElement(parts_[i - 1]);
    const auto elements = element ? parts_[i - 1].before->elementOf(*element) : std::nullopt;
    const bool isOpening = elements && distanceOf(own_, *elements, come_) == 0 &&
                           !parts_[i - 1].before->changes(*parts_[i - 1].statement, *element->getIdx()) &&
                           !parts_[i - 1].before->changes(*parts_[i - 1].statement, *element->getBase());
    return isOpening ? std::optional(i - 1) : std::nullopt;
  }

  static const ArraySubscriptExpr* storedElement(const Part& part) {
    const auto* store = dyn_cast<BinaryOperator>(rewrite::ignoreWrappers(part.statement));
    if (!store || store->getOpcode() != BO_Assign) return nullptr;
    return dyn_cast<ArraySubscriptExpr>(store->getLHS()->IgnoreParens());
  }

  void openBy(WarpRun& run, size_t index) const {
    const Part& part = parts_[index];
    run.opening = part.statement;
    run.isOpenedByDeclaration = !storedElement(part);
    run.opened = storedElement(part);
    for (const Touch& one : part.touches)
      if (one.writes) run.opened = one.mention;
  }

  /// Elements that the warp itself has set to zero in front of the run.
  void readPads(size_t first) {
    zeros_.clear();
    for (size_t i = first; i-- > 0 && parts_[i].kind != Part::Kind::other;) {
      const Part& part = parts_[i];
      if (part.touches.empty()) continue;
      const Touch& one = part.touches.front();
      const auto* value = part.write ? part.write->getRHS()->IgnoreParenImpCasts() : nullptr;
      const auto* number = dyn_cast_or_null<IntegerLiteral>(value);
      const auto* real = dyn_cast_or_null<FloatingLiteral>(value);
      const bool isZero = (number && number->getValue() == 0) || (real && real->getValue().isPosZero());
      const bool isPad = opens(part) && part.touches.size() == 1 && isZero && one.elements.array == own_.array;
      if (!isPad) return;
      for (size_t t = 0; t < come_.size(); ++t)
        if (come_[t]) zeros_.insert({t / lanesOfWarp, one.elements.element[t]});
    }
  }

  /// Do barriers of the warp stand between what lanes write and what others read, from [first] to [last]?
  void order(WarpRun& run, size_t first, size_t last, bool& isOrdered) const {
    bool hasWritten = false, hasRead = false;
    for (size_t i = first; i <= last; ++i) {
      if (parts_[i].kind == Part::Kind::barrier) hasWritten = hasRead = false;
      bool writes = parts_[i].statement == run.opening, reads = false;
      for (const Touch& one : parts_[i].touches) {
        writes = writes || one.writes;
        reads = reads || !isOwn(one);
      }
      if ((writes && (hasRead || reads)) || (reads && hasWritten)) isOrdered = false;
      hasWritten = hasWritten || writes;
      hasRead = hasRead || reads;
    }
  }

  /// Of those that come, the threads that a step is made by, as far as its condition is known.
  ThreadSet threadsOf(const Part& part) const {
    ThreadSet here = come_;
    const auto passes = part.guard ? part.before->number(part.guard) : std::nullopt;
    for (size_t i = 0; passes && i < here.size(); ++i) here[i] = here[i] && (*passes)[i] != 0;
    return here;
  }

  RunElement::Beyond beyondOf(const Part& part, const Touch& one, int64_t distance) const {
    RunElement::Beyond all = RunElement::Beyond::none;
    const ThreadSet here = threadsOf(part);
    for (size_t i = 0; i < here.size(); ++i) {
      const int64_t lane = static_cast<int64_t>(i) % lanesOfWarp + distance;
      if (!here[i] || (lane >= 0 && lane < lanesOfWarp)) continue;
      if (!zeros_.contains({i / lanesOfWarp, one.elements.element[i]})) return RunElement::Beyond::memory;
      all = RunElement::Beyond::zero;
    }
    return all;
  }

  void addStep(WarpRun& run, const Part& part) const {
    RunStep step;
    step.statement = part.statement;
    for (const Touch& one : part.touches) {
      RunElement element{one.mention, distanceOf(own_, one.elements, come_).value_or(0), one.writes};
      if (element.distance != 0) element.beyond = beyondOf(part, one, element.distance);
      if (element.distance != 0 && std::abs(element.distance) < lanesOfWarp) {
        if (step.fetched != 0 && step.fetched != element.distance)
          run.why = "a statement reads elements of several other lanes";
        step.fetched = element.distance;
      }
      step.elements.push_back(element);
    }
    run.multiplies = run.multiplies || part.multiplies;
    run.steps.push_back(std::move(step));
  }

  void finish(WarpRun& run, size_t first, size_t last, bool isOrdered) {
    const bool isLast = last + 1 == parts_.size();
    const ThreadValues& behind = isLast ? *behind_ : *parts_[last + 1].before;
    const ThreadValues& front = *parts_[first].before;
    bool isVolatile = true, isRead = false;
    std::vector<const ArraySubscriptExpr*> mentions;
    if (run.opened) mentions.push_back(run.opened);
    for (size_t i = first; i <= last; ++i) {
      for (const Touch& one : parts_[i].touches) {
        isVolatile = isVolatile && one.mention->getType().isVolatileQualified();
        isRead = true;
        if (isOwn(one)) mentions.push_back(one.mention);
      }
    }
    for (const ArraySubscriptExpr* one : mentions) {
      const auto isMeant = [&](const ThreadValues& at) {
        const auto elements = at.elementOf(*one);
        return elements && distanceOf(own_, *elements, come_) == 0;
      };
      if (!run.before && isMeant(front)) run.before = one;
      if (!run.behind && isMeant(behind)) run.behind = one;
    }
    const ArraySubscriptExpr* any = mentions.front();
    run.element = any->getType().getUnqualifiedType();
    run.array = arrayOf(*any);
    run.countsOnLockstep = !isOrdered;
    run.multiplies = run.element->isFloatingType() && (run.multiplies || !isVolatile);
    const Part& end = parts_[last];
    run.endsInStore = opens(end) && end.touches.size() == 1 && storedElement(end);
    if (!run.why.empty()) return;
    run.why = refusal(run, isVolatile, isRead);
    if (!isLast) readBehind(run, parts_[last + 1]);
  }

  /// `s` of `s[i]` and of `s[w][i]`.
  static const VarDecl* arrayOf(const ArraySubscriptExpr& element) {
    const Expr* base = element.getBase()->IgnoreParenImpCasts();
    while (const auto* row = dyn_cast<ArraySubscriptExpr>(base)) base = row->getBase()->IgnoreParenImpCasts();
    return rewrite::namedVariable(base);
  }

  Message refusal(const WarpRun& run, bool isVolatile, bool isRead) const {
    if (!run.array) return "the array has no name of its own";
    const Code name = code(run.array->getNameAsString());
    if (!isRead || !isShuffled(run.element)) return {"there are no shuffles for elements of %1", name};
    if (!isVolatile && run.countsOnLockstep)
      return {"neither `volatile` nor __syncwarp() has the lanes see what others wrote in %1", name};
    if (!(run.opening || run.before) || !(run.endsInStore || run.behind))
      return {"the thread's own element of %1 cannot be named around the steps", name};
    if (!areInLanes()) return {"the threads of a warp do not have neighbouring elements of %1 in their order", name};
    if (!run.opening && !areTouched()) return {"not every thread may have an element of %1", name};
    return {};
  }

  /// Does lane l of each warp have the element that is l behind that of lane 0, and no warp one of another's?
  bool areInLanes() const {
    std::set<int64_t> seen;
    for (size_t i = 0; i < come_.size(); ++i) {
      if (!come_[i]) continue;
      const size_t first = i / lanesOfWarp * lanesOfWarp;
      const auto lane = static_cast<int64_t>(i - first);
      if (own_.element[i] != own_.element[first] + lane || !seen.insert(own_.element[i]).second) return false;
    }
    return true;
  }

  /// Is each element that a thread will load one that its warp touches as it is? In others, past the end of the array,
  /// it may have none.
  bool areTouched() const {
    std::set<std::pair<size_t, int64_t>> touched;  // by warp
    for (const Part& part : parts_) {
      if (part.guard && !part.before->number(part.guard)) continue;
      const ThreadSet here = threadsOf(part);
      for (const Touch& one : part.touches) {
        for (size_t i = 0; i < here.size() && one.elements.array == own_.array; ++i)
          if (here[i]) touched.insert({i / lanesOfWarp, one.elements.element[i]});
      }
    }
    for (size_t i = 0; i < come_.size(); ++i)
      if (come_[i] && !touched.contains({i / lanesOfWarp, own_.element[i]})) return false;
    return true;
  }

  /// What is behind the run may take the register where it reads the element: whole numbers, which no compiler rounds.
  /// Where it reads those of other lanes, the lanes wait for one another.
  void readBehind(WarpRun& run, const Part& next) {
    const Stmt* statement = rewrite::ignoreWrappers(next.statement);
    const auto* left = dyn_cast<ReturnStmt>(statement);
    const Expr* value = left ? left->getRetValue() : dyn_cast<Expr>(statement);
    if (!value) return;
    const std::optional<Part> part = readValue(context_, *next.before, *value);
    if (!part) return;
    for (const Touch& one : part->touches) {
      if (!isOwn(one))
        run.isReadBehind = true;
      else if (run.element->isIntegerType())
        run.reads.push_back(one.mention);
    }
  }

  const FunctionDecl& function_;
  const ASTContext& context_;
  const ThreadSet& come_;
  std::vector<Part> parts_;
  std::optional<ThreadValues> behind_;
  ThreadElements own_;
  std::set<std::pair<size_t, int64_t>> zeros_;  ///< by warp
};

}  // namespace

std::vector<WarpRun> warpRuns(const FunctionDecl& function, const CompoundStmt& block, const ThreadValues& values,
                              const ThreadSet& come) {
  return RunFinder(function, block, values, come).find();
}

}  // namespace warpwright::passes
