#include "analysis/passes/row_access/row_loops.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>
#include <llvm/ADT/FoldingSet.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "analysis/frontend/statement_search.h"
#include "analysis/passes/compaction/effects.h"
#include "analysis/passes/compaction/element_subscripts.h"
#include "analysis/passes/compaction/names.h"
#include "analysis/passes/hoist/loop_values.h"
#include "analysis/passes/row_access/element_use.h"
#include "analysis/rewrite/source/statement.h"
#include "analysis/rewrite/tree/certain_parts.h"
#include "analysis/rewrite/tree/constant_loops.h"
#include "analysis/rewrite/tree/memory_root.h"
#include "analysis/rewrite/tree/mentions.h"
#include "analysis/rewrite/tree/moved_names.h"
#include "analysis/rewrite/tree/touched_members.h"
#include "analysis/rewrite/tree/variable_uses.h"
#include "analysis/rewrite/tree/written_out_loops.h"

namespace warpwright::rewrite {
namespace {

using namespace clang;

/// A loop with at most so many rounds, where that is known, is written out by compilers, with arrays in registers.
constexpr int64_t roundsWrittenOut = 32;
constexpr int64_t fewestOfFew = 4;

/// How a number grows from round to round.
struct Growth {
  bool counts = false;          ///< with the counter; else it stays
  const Expr* wraps = nullptr;  ///< of 32 bits, may begin anew while the counter goes on
  const Expr* times = nullptr;  ///< what the counter stands in it times; null: 1
};

class LoopReader {
 public:
  LoopReader(const Editor& editor, const Mentions& mentions, const LoopValues& values, const ASTContext& context,
             const SteppedLoop& loop)
      : editor_(editor), mentions_(mentions), values_(values), context_(context), counting_(loop) {
    found_.loop = loop.statement;
    found_.counter = loop.counter;
  }

  /// Errors: nothing can be taken together.
  Result<RowLoop> read() {
    if (Status could = head(); !could.ok()) return could.error();
    if (Status could = body(); !could.ok()) return could.error();
    eachCertainPart(*found_.loop->getBody(), [&](const Expr& part) {
      certain_.push_back(&part);
      return true;
    });
    for (const Placed<Expr>& memory : mentions_.memory) {
      if (holds(memory.parents, *found_.loop->getBody()) || memory.node == found_.loop->getBody()) add(memory);
    }
    std::erase_if(places_, [](const Place& place) { return place.isOther; });
    keepCertain();
    dropShared();
    if (found_.places.empty())
      return inputError(
          why_.empty() ? Message("loads and stores no elements that move on with its counter in each round") : why_);
    return std::move(found_);
  }

 private:
  struct Place : RowPlace {
    llvm::FoldingSetNodeID name;  ///< two places with one are the same text, of the same variables
    bool isOther = false;         ///< used in another way than loaded or stored as a whole
    TouchedMembers touched;       ///< by each round
  };

  bool isCounter(const Expr& value) const {
    const auto* read = dyn_cast<ImplicitCastExpr>(value.IgnoreParens());
    return read && read->getCastKind() == CK_LValueToRValue && isa<DeclRefExpr>(read->getSubExpr()->IgnoreParens()) &&
           namedVariable(read) == counting_.counter->getCanonicalDecl();
  }

  /// `++k`, `k += step` with a step that stays the same, and no wider than the counter.
  bool growsEvenly() {
    const auto isOfCounter = [&](const Expr& place) {
      return isa<DeclRefExpr>(place.IgnoreParens()) && namedVariable(&place) == counting_.counter->getCanonicalDecl();
    };
    const Expr* step = counting_.step ? counting_.step->IgnoreParens() : nullptr;
    if (const auto* one = dyn_cast_or_null<UnaryOperator>(step))
      return one->isIncrementOp() && isOfCounter(*one->getSubExpr());
    const auto* more = dyn_cast_or_null<CompoundAssignOperator>(step);
    if (!more || more->getOpcode() != BO_AddAssign || !isOfCounter(*more->getLHS())) return false;
    const Expr& by = *more->getRHS();
    if (valueOf(&by, {}, context_) != 1) found_.by = &by;
    const QualType type = by.IgnoreParenImpCasts()->getType();
    return type->isIntegerType() && context_.getTypeSize(type) <= context_.getTypeSize(counting_.counter->getType()) &&
           values_.isSame(by, *found_.loop);
  }

  /// `k < end`, where nothing that the rounds do changes the end.
  Status head() {
    const auto* ends = cast<BinaryOperator>(counting_.condition);
    if (ends->getOpcode() != BO_LT || !isCounter(*ends->getLHS()) || !isOfThread(*counting_.counter) ||
        !growsEvenly() || !context_.hasSameUnqualifiedType(ends->getRHS()->getType(), counting_.counter->getType()))
      return inputError("does not count up evenly to below a number of the counter's type");
    found_.end = ends->getRHS();
    if (!values_.isSame(*found_.end, *found_.loop))
      return inputError("has an end that is not known to be the same in all rounds");
    const auto mentioned = mentions_.variables.find(counting_.counter->getCanonicalDecl());
    const bool isOwn =
        mentioned != mentions_.variables.end() &&
        std::all_of(mentioned->second.begin(), mentioned->second.end(), [](const Mention& mention) {
          return isRead(mention) || useOfPlace(mention.node, mention.parents) == VariableUse::Kind::value;
        });
    if (!isOwn) return inputError("has a counter that may be changed elsewhere");
    if (found_.by) return {};
    const auto first = valueOf(counting_.first, {}, context_), last = valueOf(found_.end, {}, context_);
    if (!first || !last || *last - *first > roundsWrittenOut) return {};
    if (*last <= *first || (*last - *first) % fewestOfFew != 0)
      return inputError("has few rounds, which compilers write out, and no multiple of four");
    found_.fewRounds = static_cast<unsigned>(*last - *first);
    return {};
  }

  Status body() const {
    const Stmt& body = *found_.loop->getBody();
    const auto isLeft = [&](const Stmt& part) {
      if (found_.by && isa<ForStmt>(part) && isWrittenOut(part, context_)) return false;
      return isa<ReturnStmt, BreakStmt, ContinueStmt, ForStmt, WhileStmt, DoStmt, CXXForRangeStmt, LambdaExpr,
                 SwitchStmt, GotoStmt, LabelStmt>(part);
    };
    if (declaresNames(body)) return inputError("declares more than variables");
    if (frontend::anyPart(&body, isLeft)) return inputError("holds a loop, a `switch`, or may end a round early");
    EffectReader reader(editor_, {true, 0});
    const Result<Effects> effects = reader.ofStatement(&body);
    if (!effects.ok()) return effects.error();
    if (effects->hasBarrier || effects->orders || effects->exchanges || effects->isTied || effects->leaksPointer)
      return inputError("does more in a round than to compute, load and store");
    const auto isOpenStore = [](const MemoryUse& use) { return use.isStore && !use.direct; };
    if (found_.by && !effects->repeats && std::none_of(effects->memory.begin(), effects->memory.end(), isOpenStore))
      return inputError("stores nothing: a compiler loads ahead by itself");
    return {};
  }

  /// The pointer of `p[i]` or `*(p + i)`, and the index; null: another place.
  static std::pair<const Expr*, const Expr*> partsOf(const Expr& place) {
    if (const auto* element = dyn_cast<ArraySubscriptExpr>(&place)) return {element->getBase(), element->getIdx()};
    const auto* behind = dyn_cast<UnaryOperator>(&place);
    const auto* sum = behind ? dyn_cast<BinaryOperator>(behind->getSubExpr()->IgnoreParenImpCasts()) : nullptr;
    if (!sum || sum->getOpcode() != BO_Add) return {};
    const bool isFirst = sum->getLHS()->getType()->isPointerType();
    return isFirst ? std::pair(sum->getLHS(), sum->getRHS()) : std::pair(sum->getRHS(), sum->getLHS());
  }

  /// Nothing: it grows in another way, or that is not known.
  std::optional<Growth> growthOf(const Expr& given) const {
    const Expr& value = *given.IgnoreParens();
    if (isCounter(value)) return Growth{true, nullptr};
    if (values_.isSame(value, *found_.loop)) return Growth{};
    const uint64_t bits = context_.getTypeSize(value.getType());
    const bool mayWrap = value.getType()->isUnsignedIntegerType() && bits == 32;
    std::optional<Growth> inner;
    if (const auto* cast = dyn_cast<CastExpr>(&value)) {
      const QualType from = cast->getSubExpr()->getType();
      const bool isWhole = cast->getCastKind() == CK_IntegralCast || cast->getCastKind() == CK_NoOp;
      if (!isWhole || !from->isIntegerType() || context_.getTypeSize(from) > bits) return std::nullopt;
      inner = growthOf(*cast->getSubExpr());
      // What gets a sign begins anew behind 2^31 - 1, where what had none goes on.
      const bool isSmall = found_.fewRounds && isCounter(*cast->getSubExpr());
      if (inner && inner->counts && bits == 32 && !mayWrap && from->isUnsignedIntegerType() &&
          context_.getTypeSize(from) == bits && !isSmall)
        inner->wraps = &value;
    } else if (const auto* sum = dyn_cast<BinaryOperator>(&value); sum && sum->isAdditiveOp()) {
      const std::optional<Growth> left = growthOf(*sum->getLHS()), right = growthOf(*sum->getRHS());
      if (!left || !right || (left->counts && right->counts) || (right->counts && sum->getOpcode() == BO_Sub))
        return std::nullopt;
      inner = Growth{left->counts || right->counts, left->wraps ? left->wraps : right->wraps,
                     left->times ? left->times : right->times};
    } else if (const auto* product = dyn_cast<BinaryOperator>(&value); product && product->getOpcode() == BO_Mul) {
      inner = growthOfProduct(*product);
    }
    if (!inner || bits < 32) return std::nullopt;
    if (inner->counts && mayWrap) inner->wraps = &value;
    return inner;
  }

  /// Elements further apart are loaded one by one, as those of a loop with steps are.
  std::optional<Growth> growthOfProduct(const BinaryOperator& product) const {
    const std::optional<Growth> left = growthOf(*product.getLHS()), right = growthOf(*product.getRHS());
    if (!found_.by || !left || !right || left->counts == right->counts) return std::nullopt;
    const Growth& counting = left->counts ? *left : *right;
    if (counting.times || counting.wraps) return std::nullopt;
    return Growth{true, nullptr, left->counts ? product.getRHS() : product.getLHS()};
  }

  void add(const Placed<Expr>& memory) {
    const auto [pointer, index] = partsOf(*memory.node);
    const QualType type = memory.node->getType();
    // What is a vector already is only loaded ahead.
    if (!pointer || !isMovedAsBytes(type, context_, found_.by ? 32 : 16)) return;
    const ParmVarDecl* array = rootOf(*pointer, mentions_);
    const std::optional<Growth> growth = growthOf(*index);
    if (!array || !growth || !growth->counts || !stays(*pointer) || (growth->wraps && found_.fewRounds)) return;
    if (wasSpelledByMacro(*memory.node)) return note({"spells %1 inside a macro", code(array->getNameAsString())});
    Place place;
    place.array = array;
    place.type = type.getUnqualifiedType();
    place.wraps = growth->wraps;
    place.times = growth->times;
    memory.node->Profile(place.name, context_, /*Canonical=*/true);
    auto known = std::find_if(places_.begin(), places_.end(), [&](const Place& one) { return one.name == place.name; });
    if (known == places_.end()) known = places_.insert(places_.end(), std::move(place));
    known->mentions.push_back(memory.node);
    if (isCertain(*memory.node)) known->touched.note(memory);
    use(*known, memory);
  }

  bool wasSpelledByMacro(const Expr& place) const { return !editor_.spelled(place.getSourceRange()).ok(); }

  /// Is the pointer made of what the loop leaves as it is?
  bool stays(const Expr& given) const {
    const Expr& pointer = *given.IgnoreParens();
    if (const auto* cast = dyn_cast<CastExpr>(&pointer)) return stays(*cast->getSubExpr());
    if (const auto* name = dyn_cast<DeclRefExpr>(&pointer)) {
      const auto* variable = dyn_cast<VarDecl>(name->getDecl());
      return variable && values_.stays(*variable, *found_.loop);
    }
    if (const auto* sum = dyn_cast<BinaryOperator>(&pointer); sum && sum->isAdditiveOp()) {
      const auto isKept = [&](const Expr& part) {
        return part.getType()->isPointerType() ? stays(part) : values_.isSame(part, *found_.loop);
      };
      return isKept(*sum->getLHS()) && isKept(*sum->getRHS());
    }
    const auto* address = dyn_cast<UnaryOperator>(&pointer);
    const Expr* place = address && address->getOpcode() == UO_AddrOf ? address->getSubExpr()->IgnoreParens() : nullptr;
    const auto* element = dyn_cast_or_null<ArraySubscriptExpr>(place);
    return element && stays(*element->getBase()) && values_.isSame(*element->getIdx(), *found_.loop);
  }

  static void use(Place& place, const Placed<Expr>& memory) {
    const ElementUse done = useOfElement(memory);
    place.isOther = place.isOther || done == ElementUse::other;
    place.isLoaded = place.isLoaded || done == ElementUse::load || done == ElementUse::update;
    place.isStored = place.isStored || done == ElementUse::store || done == ElementUse::update;
  }

  bool isCertain(const Expr& part) const {
    return std::find(certain_.begin(), certain_.end(), part.IgnoreParens()) != certain_.end();
  }

  /// Keeps the places to which each round comes, and of which it leaves nothing out.
  void keepCertain() {
    for (Place& place : places_) {
      if (place.isStored && !isStoredForCertain(place)) {
        note({"does not store %1 in each round", code(place.array->getNameAsString())});
      } else if (!place.touched.areAll(place.type)) {
        note({"does not come to all of %1 in each round", code(place.array->getNameAsString())});
      } else {
        found_.places.push_back(std::move(place));
      }
    }
  }

  bool isStoredForCertain(const Place& place) const {
    return std::any_of(certain_.begin(), certain_.end(), [&](const Expr* part) {
      const Expr* to = assignedPlace(*part);
      return to && std::find(place.mentions.begin(), place.mentions.end(), to) != place.mentions.end();
    });
  }

  /// May the variable lead into the argument's memory? Of pointers that are not followed nothing is known.
  bool mayLeadInto(const VarDecl& variable, const ParmVarDecl& array) const {
    const QualType type = variable.getType();
    if (type->isPointerType()) {
      const ParmVarDecl* root = rootOf(variable, mentions_);
      return !root || root == &array;
    }
    return type->isReferenceType() || (!isa<ParmVarDecl>(variable) && mayHoldPointer(type));
  }

  /// What is stored has no other name in the loop, and is no other place's memory.
  void dropShared() {
    const auto isShared = [&](const RowPlace& place) {
      if (!place.isStored) return false;
      for (const auto& [variable, mentions] : mentions_.variables) {
        if (!mayLeadInto(*variable, *place.array)) continue;
        const bool isNamedElsewhere = std::any_of(mentions.begin(), mentions.end(), [&](const Mention& mention) {
          return holds(mention.parents, *found_.loop) &&
                 std::none_of(place.mentions.begin(), place.mentions.end(),
                              [&](const Expr* one) { return holds(mention.parents, *one); });
        });
        if (isNamedElsewhere) return true;
      }
      return false;
    };
    std::erase_if(found_.places, [&](const RowPlace& place) {
      if (!isShared(place)) return false;
      note({"stores %1, and names it in another way, too", code(place.array->getNameAsString())});
      return true;
    });
  }

  void note(Message why) {
    if (why_.empty()) why_ = std::move(why);
  }

  const Editor& editor_;
  const Mentions& mentions_;
  const LoopValues& values_;
  const ASTContext& context_;
  const SteppedLoop counting_;
  std::vector<const Expr*> certain_;  ///< what each round evaluates
  std::vector<Place> places_;
  RowLoop found_;
  Message why_;
};

class KernelReader {
 public:
  KernelReader(const Editor& editor, const FunctionDecl& kernel, const Mentions& mentions)
      : editor_(editor), mentions_(mentions), context_(kernel.getASTContext()), values_(mentions_, context_) {}

  RowLoops read(const Stmt& body) {
    into(&body, nullptr);
    return std::move(found_);
  }

 private:
  void into(const Stmt* statement, const Stmt* parent) {
    if (!statement || isa<LambdaExpr>(statement)) return;
    const Stmt* next = ignoreWrappers(statement);
    if (const auto* loop = dyn_cast<ForStmt>(next); loop && take(*loop, *statement, parent)) return;
    for (const Stmt* child : next->children()) into(child, next);
  }

  /// False: it is left, as are those in it that compilers do not write out.
  bool take(const ForStmt& loop, const Stmt& statement, const Stmt* parent) {
    bool holdsOthers = false;
    const auto isOpenLoop = [&](const Stmt& part) {
      if (&part == &loop || !isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(part)) return false;
      holdsOthers = true;
      return !isWrittenOut(part, context_);
    };
    if (frontend::anyPart(&loop, isOpenLoop)) return false;
    Result<RowLoop> row = read(loop, parent);
    if (!row.ok()) {
      // Those in it have their own reasons.
      if (!holdsOthers) leave(loop, said(row.error()));
      return false;
    }
    row->statement = &statement;
    found_.loops.push_back(*std::move(row));
    return true;
  }

  Result<RowLoop> read(const ForStmt& loop, const Stmt* parent) const {
    if (!parent || !isa<CompoundStmt>(parent)) return inputError("is no statement of a block");
    const std::optional<SteppedLoop> counting = steppedLoop(&loop, context_);
    if (!counting) return inputError("does not count");
    return LoopReader(editor_, mentions_, values_, context_, *counting).read();
  }

  void leave(const ForStmt& loop, const Message& why) {
    if (!found_.why.empty()) return;
    found_.why = {"the loop at %1 %2", lineText(positionAt(*editor_.unit(), loop.getForLoc()).line), why};
  }

  const Editor& editor_;
  const Mentions& mentions_;
  const ASTContext& context_;
  const LoopValues values_;
  RowLoops found_;
};

}  // namespace

Result<RowLoops> findRowLoops(const Editor& editor, const FunctionDecl& kernel) {
  if (!kernel.getBody()) return inputError("its body is not known");
  if (const std::string hidden = hiddenBuiltIn(editor, kernel); !hidden.empty())
    return inputError({"%1 is something else in it", code(hidden)});
  const Mentions mentions = mentionsOf(kernel.getBody());
  if (mentions.strange)
    return inputError(
        {"%1 is not understood", lineText(positionAt(*editor.unit(), mentions.strange->getBeginLoc()).line)});
  return KernelReader(editor, kernel, mentions).read(*kernel.getBody());
}

}  // namespace warpwright::rewrite
