#include "analysis/passes/keep_row/kept_rows.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "analysis/frontend/statement_search.h"
#include "analysis/passes/compaction/effects.h"
#include "analysis/passes/compaction/element_subscripts.h"
#include "analysis/passes/compaction/names.h"
#include "analysis/passes/hoist/first_round.h"
#include "analysis/passes/hoist/loop_values.h"
#include "analysis/passes/keep_row/value_form.h"
#include "analysis/passes/row_access/element_use.h"
#include "analysis/rewrite/source/statement.h"
#include "analysis/rewrite/tree/mentions.h"
#include "analysis/rewrite/tree/reads_past_l1.h"
#include "analysis/rewrite/tree/touched_members.h"
#include "analysis/rewrite/tree/variable_uses.h"

namespace warpwright::rewrite {
namespace {

using namespace clang;

/// A value of more bytes is moved by several accesses.
constexpr int64_t mostBytes = 16;

/// May an array of such elements be declared, and set element by element, and nothing else happens?
bool canBeKept(QualType type, const ASTContext& context) {
  if (type.isVolatileQualified() || context.getTypeSizeInChars(type).getQuantity() > mostBytes) return false;
  if (type->isArithmeticType()) return true;
  const CXXRecordDecl* record = type->getAsCXXRecordDecl();
  return record && record->hasDefinition() && !record->isUnion() && isMadePlainly(*record, context) &&
         record->hasTrivialCopyAssignment() && record->hasTrivialCopyConstructor() && record->hasTrivialDestructor() &&
         type.isTriviallyCopyableType(context);
}

/// The first name of a pointer in the text of a place.
std::string pointerIn(const Expr& place) {
  std::string name = "row";
  frontend::anyPart(&place, [&](const Stmt& part) {
    const auto* one = dyn_cast<DeclRefExpr>(&part);
    const bool isIt = one && one->getType()->isPointerType();
    if (isIt) name = one->getDecl()->getNameAsString();
    return isIt;
  });
  return name;
}

class KeptRowFinder {
 public:
  KeptRowFinder(const Editor& editor, const FunctionDecl& kernel, const Mentions& mentions)
      : editor_(editor),
        context_(kernel.getASTContext()),
        mentions_(mentions),
        values_(mentions_, context_),
        forms_(mentions_, context_) {}

  KeptRows find(const Stmt& body) {
    eachPart(&body, [&](const Stmt& part, const std::vector<const Stmt*>& parents) {
      if (const auto* loop = dyn_cast<ForStmt>(&part)) read(*loop, parents);
    });
    for (size_t i = 0; i < loops_.size(); ++i) {
      for (const Placed<Expr>& memory : mentions_.memory) {
        if (isIn(loops_[i], memory)) look(i, memory);
      }
    }
    return taken();
  }

 private:
  struct Loop : KeptLoop {
    std::vector<const Stmt*> parents;  ///< of the statement
    ValueForm form;
  };
  struct Element : KeptElement {
    ValueForm form;
  };

  void read(const ForStmt& loop, const std::vector<const Stmt*>& parents) {
    const std::optional<SteppedLoop> head = steppedLoop(&loop, context_);
    const std::optional<ValueForm> form = head ? forms_.ofHead(*head) : std::nullopt;
    if (!form || !isOwn(*head->counter)) return;
    Loop found;
    found.head = *head;
    found.form = *form;
    found.parents = parents;
    found.statement = &loop;
    for (; !found.parents.empty() && isa<AttributedStmt>(found.parents.back()); found.parents.pop_back())
      found.statement = found.parents.back();
    if (const Message why = obstacleIn(*head); !why.empty()) {
      note(loop, why);
      return;
    }
    loops_.push_back(std::move(found));
  }

  /// Is it changed by its loop alone, as far as the kernel's text tells?
  bool isOwn(const VarDecl& counter) const {
    const auto mentioned = mentions_.variables.find(counter.getCanonicalDecl());
    return mentioned != mentions_.variables.end() &&
           std::all_of(mentioned->second.begin(), mentioned->second.end(), [](const Mention& mention) {
             return isRead(mention) || useOfPlace(mention.node, mention.parents) == VariableUse::Kind::value;
           });
  }

  /// Why its rounds cannot be counted; empty: they can.
  Message obstacleIn(const SteppedLoop& loop) const {
    const Stmt& body = *loop.statement->getBody();
    const auto isOther = [](const Stmt& part) {
      return isa<ReturnStmt, BreakStmt, ContinueStmt, ForStmt, WhileStmt, DoStmt, CXXForRangeStmt, LambdaExpr,
                 SwitchStmt, GotoStmt, LabelStmt>(part);
    };
    if (frontend::anyPart(&body, isOther)) return "it holds a loop, a `switch`, or may end a round early";
    const auto* declared = dyn_cast<DeclStmt>(loop.statement->getInit());
    if (!declared || loop.counter->getInitStyle() != VarDecl::CInit ||
        !isa<BuiltinType>(loop.counter->getType().getDesugaredType(context_)) ||
        loop.counter->getType()->getContainedAutoType())
      return "it does not declare its counter with a type";
    EffectReader reader(editor_, {true, 0});
    const Result<Effects> effects = reader.ofStatement(&body);
    if (!effects.ok()) return said(effects.error());
    if (effects->hasBarrier || effects->orders || effects->exchanges || effects->isTied)
      return "it does more in a round than to compute, load and store";
    return {};
  }

  static bool isIn(const Loop& loop, const Placed<Expr>& memory) {
    const Stmt& body = *loop.head.statement->getBody();
    return holds(memory.parents, body) || memory.node == &body;
  }

  bool isInEachRound(const Loop& loop, const Placed<Expr>& memory) const {
    return firstRoundOf(*memory.node, memory.parents, *loop.head.statement, context_).kind !=
           FirstRound::Kind::notKnown;
  }

  /// Does each round load all of the element, whose other members it may name elsewhere?
  bool loadsAll(const Loop& loop, const Expr& element, const ValueForm& form) const {
    TouchedMembers touched;
    for (const Placed<Expr>& memory : mentions_.memory) {
      if (!isIn(loop, memory) || !isInEachRound(loop, memory)) continue;
      const std::optional<ValueForm> other = forms_.ofPlace(*memory.node, loop.head);
      if (other && other->text == form.text) touched.note(memory);
    }
    return touched.areAll(element.getType());
  }

  void look(size_t at, const Placed<Expr>& memory) {
    const Loop& loop = loops_[at];
    if (useOfElement(memory) != ElementUse::load || !canBeKept(memory.node->getType(), context_)) return;
    std::optional<ValueForm> form = forms_.ofPlace(*memory.node, loop.head);
    if (!form) return;
    // An element that is the same in all rounds is kept by compilers, or by another pass.
    if (form->text.find("counter;") == std::string::npos) return;
    bool isKnown = false;
    for (Element& kept : elements_) {
      if (kept.form.text != form->text || loops_[kept.first].form.text != loop.form.text) continue;
      isKnown = isKnown || kept.first == at;
      if (kept.first == at || !isBehind(loops_[kept.first], loop, kept.form)) continue;
      kept.again.push_back({at, memory.node});
      return;
    }
    if (isKnown) return;
    if (!isInEachRound(loop, memory))
      return note(*memory.node, {"a round may pass over %1", code(pointerIn(*memory.node))});
    if (!loadsAll(loop, *memory.node, *form))
      return note(*memory.node, {"a round may pass over a part of %1", code(pointerIn(*memory.node))});
    if (!blockOf(loop)) return note(*loop.statement, "the loop is no statement of a block");
    Element kept;
    kept.pointer = pointerIn(*memory.node);
    kept.type = memory.node->getType().getUnqualifiedType();
    kept.first = at;
    kept.loaded = memory.node;
    kept.form = *std::move(form);
    elements_.push_back(std::move(kept));
  }

  /// Null: it stands in none, or one whose statements a `switch` may pass over.
  static const CompoundStmt* blockOf(const Loop& loop) {
    const bool isInSwitch =
        std::any_of(loop.parents.begin(), loop.parents.end(), [](const Stmt* one) { return isa<SwitchStmt>(one); });
    return loop.parents.empty() || isInSwitch ? nullptr : dyn_cast<CompoundStmt>(loop.parents.back());
  }

  /// Does whoever comes to `later` come through all of `first` before, with nothing changed of what the element's place
  /// and the rounds are made of?
  bool isBehind(const Loop& first, const Loop& later, const ValueForm& place) {
    const CompoundStmt* block = blockOf(first);
    const auto around = std::find(later.parents.begin(), later.parents.end(), block);
    if (!block || around == later.parents.end()) return false;
    const Stmt* last = around + 1 == later.parents.end() ? later.statement : *(around + 1);
    const auto begin = std::find(block->body_begin(), block->body_end(), first.statement),
               end = std::find(block->body_begin(), block->body_end(), last);
    if (begin == block->body_end() || end == block->body_end() || begin >= end) return false;
    const Region part = [&](const std::vector<const Stmt*>& parents) {
      const auto inBlock = std::find(parents.begin(), parents.end(), block);
      if (inBlock == parents.end() || inBlock + 1 == parents.end()) return false;
      return std::find(begin, end + 1, *(inBlock + 1)) != end + 1;
    };
    for (const std::set<const VarDecl*>* all : {&first.form.variables, &place.variables}) {
      for (const VarDecl* variable : *all) {
        if (values_.stays(*variable, part)) continue;
        note(*later.statement, {"%1 may have changed since the loop at %2", code(variable->getNameAsString()),
                                lineText(positionAt(*editor_.unit(), first.statement->getBeginLoc()).line)});
        return false;
      }
    }
    return true;
  }

  KeptRows taken() {
    KeptRows rows;
    rows.why = why_;
    std::erase_if(elements_, [](const Element& kept) { return kept.again.empty(); });
    std::vector<size_t> numbers(loops_.size(), loops_.size());  // of those that are taken
    for (const Element& kept : elements_) {
      numbers[kept.first] = 0;
      for (const KeptElement::Again& again : kept.again) numbers[again.loop] = 0;
    }
    for (size_t i = 0; i < loops_.size(); ++i) {
      if (numbers[i] == loops_.size()) continue;
      numbers[i] = rows.loops.size();
      rows.loops.push_back(loops_[i]);
    }
    for (Element& kept : elements_) {
      kept.first = numbers[kept.first];
      for (KeptElement::Again& again : kept.again) again.loop = numbers[again.loop];
      rows.elements.push_back(std::move(kept));
    }
    return rows;
  }

  void note(const Stmt& at, const Message& why) {
    if (why_.empty()) why_ = {"%1: %2", lineText(positionAt(*editor_.unit(), at.getBeginLoc()).line), why};
  }

  const Editor& editor_;
  const ASTContext& context_;
  const Mentions& mentions_;
  const LoopValues values_;
  const ValueForms forms_;
  std::vector<Loop> loops_;
  std::vector<Element> elements_;
  Message why_;
};

}  // namespace

Result<KeptRows> findKeptRows(const Editor& editor, const FunctionDecl& kernel) {
  if (!kernel.getBody()) return inputError("its body is not known");
  if (const std::string hidden = hiddenBuiltIn(editor, kernel); !hidden.empty())
    return inputError({"%1 is something else in it", code(hidden)});
  const Mentions mentions = mentionsOf(kernel.getBody());
  if (mentions.strange)
    return inputError(
        {"%1 is not understood", lineText(positionAt(*editor.unit(), mentions.strange->getBeginLoc()).line)});
  if (const Stmt* read = readsPastL1(*kernel.getBody()))
    return inputError(
        {"%1 may wait for other threads", lineText(positionAt(*editor.unit(), read->getBeginLoc()).line)});
  return KeptRowFinder(editor, kernel, mentions).find(*kernel.getBody());
}

}  // namespace warpwright::rewrite
