#include "analysis/passes/division_steps/division_writer.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/Stmt.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "analysis/passes/compaction/effects.h"
#include "analysis/passes/compaction/kernel_text.h"
#include "analysis/rewrite/edit/text_copy.h"
#include "analysis/rewrite/edit/type_text.h"
#include "analysis/rewrite/source/macro_text.h"
#include "analysis/rewrite/source/statement.h"
#include "analysis/rewrite/style/text_layout.h"
#include "analysis/rewrite/tree/index_names.h"
#include "analysis/rewrite/tree/mentions.h"

namespace warpwright::rewrite {
namespace {

using namespace clang;

constexpr const char* note = "quotients and remainders follow from those of the round before";

using Lines = std::vector<std::string>;

/// Names for what loops carry: `i_remainder`, `i_remainder2`, …
class StepNames {
 public:
  explicit StepNames(KernelText& text) : text_(text) {}

  std::string of(const std::string& base) {
    const unsigned number = ++given_[base];
    return text_.freshName(number == 1 ? base : base + std::to_string(number));
  }

 private:
  KernelText& text_;
  std::map<std::string, unsigned> given_;
};

class StepWriter {
 public:
  StepWriter(const Editor& editor, const KernelText& text, StepNames& names, const DividingLoop& loop,
             const FunctionDecl& pattern, Edits& edits)
      : editor_(editor),
        text_(text),
        names_(names),
        loop_(loop),
        pattern_(pattern),
        context_(editor.unit()->ast()),
        counter_(loop.head.counter->getNameAsString()),
        edits_(edits) {}

  Status write() {
    for (Status (StepWriter::*step)() : {&StepWriter::readHead, &StepWriter::ask, &StepWriter::declareAll,
                                         &StepWriter::putBefore, &StepWriter::putBehindRounds, &StepWriter::take}) {
      if (Status could = (this->*step)(); !could.ok()) return could;
    }
    return {};
  }

 private:
  /// How one division is written.
  struct Carried {
    std::string divisor, remainder, quotient;             ///< no quotient: none is carried
    std::string dividend;                                 ///< in the first round
    std::string end;                                      ///< of the remainder, where it counts by one
    std::string remainderStep, quotientStep, wrap, over;  ///< where it counts by more
    bool hasQuotients = false;                            ///< of which another division is made
  };

  Error refusal(const Stmt& at, const Message& what) const {
    return inputError({"%1 %2", lineText(positionAt(*editor_.unit(), at.getBeginLoc()).line), what});
  }

  void replace(const TextRange& place, const std::string& words) {
    edits_.replace(place, text_.hasCarriageReturns() ? withCarriageReturns(words) : words, note);
  }
  void insert(uint32_t at, const std::string& words) { replace({text_.file(), at, at}, words); }

  Result<std::string> words(const Expr& value) const {
    const auto place = text_.expression(value.getSourceRange());
    if (!place) return refusal(value, "is spelled inside a macro");
    if (Status may = mayStandTwice(editor_, *place, value); !may.ok()) return refusal(value, said(may.error()));
    return std::string(text_.between(*place));
  }

  /// The same beside any operator.
  Result<std::string> operand(const Expr& value) const {
    Result<std::string> spelled = words(value);
    if (!spelled.ok() || isa<DeclRefExpr, IntegerLiteral>(value) || indexNamed(value)) return spelled;
    return "(" + *spelled + ")";
  }

  Result<std::string> typeOf(QualType type) const {
    return typeText(*editor_.unit(), type.getUnqualifiedType(),
                    {&pattern_, pattern_.getBody()->getBeginLoc(), /*inBody=*/true});
  }

  Status declare(const std::string& qualifier, QualType type, const std::string& name, const std::string& value) {
    const Result<std::string> spelled = typeOf(type);
    if (!spelled.ok()) return refusal(*loop_.head.statement, {"counts with a type: %1", said(spelled.error())});
    before_.push_back(qualifier + *spelled + " " + name + " = " + value + ";");
    return {};
  }

  /// Its start and what it adds get names where they have none.
  Status readHead() {
    const Expr& first = *loop_.head.first;
    const Result<std::string> start = words(first);
    if (!start.ok()) return start.error();
    first_ = *start;
    if (!standsForItself(first)) {
      first_ = names_.of(counter_ + "_first");
      if (Status could = declare("const ", loop_.head.counter->getType(), first_, *start); !could.ok()) return could;
      replace(*text_.expression(first.getSourceRange()), first_);
    }
    if (!loop_.by) return {};
    const Result<std::string> by = words(*loop_.by);
    if (!by.ok()) return by.error();
    by_ = *by;
    if (isa<DeclRefExpr, IntegerLiteral>(*loop_.by) || indexNamed(*loop_.by)) return {};
    by_ = names_.of(counter_ + "_step");
    return declare("const ", loop_.by->getType(), by_, *by);
  }

  /// May it be written a second time for the counter's first value?
  bool standsForItself(const Expr& first) const {
    const Expr& value = writtenNumber(first);
    // One of another type may be too large for the counter's.
    if (const auto* number = dyn_cast<IntegerLiteral>(&value)) return number->getValue().getActiveBits() < 32;
    const auto* name = dyn_cast<DeclRefExpr>(&value);
    const auto* variable = name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
    return variable && isOfThread(*variable) && !variable->getType()->isReferenceType() &&
           !variable->getType().isVolatileQualified() &&
           context_.hasSameUnqualifiedType(variable->getType(), loop_.head.counter->getType());
  }

  bool startsAtZero() const { return first_ == "0"; }

  /// Whether what is carried follows from round to round: no number is negative, zero where it divides, or too large.
  Status ask() {
    Lines conditions;
    const auto add = [&](std::string one) {
      if (std::ranges::find(conditions, one) == conditions.end()) conditions.push_back(std::move(one));
    };
    if (loop_.head.counter->getType()->isSignedIntegerType() && !isNaturalConstant(*loop_.head.first, context_))
      add(first_ + " >= 0");
    if (loop_.end) {
      const Result<std::string> end = operand(*loop_.end);
      if (!end.ok()) return end.error();
      add(first_ + " " + cast<BinaryOperator>(loop_.head.condition)->getOpcodeStr().str() + " " + *end);
    }
    const size_t ofRound = conditions.size();
    for (const CounterDivision& division : loop_.divisions) {
      const Result<std::string> divisor = operand(*division.divisor);
      if (!divisor.ok()) return divisor.error();
      if (!isPositive(*division.divisor, context_)) add(*divisor + " > 0");
    }
    if (loop_.by && loop_.by->getType()->isSignedIntegerType() && !isPositive(*loop_.by, context_)) add(by_ + " > 0");
    if (Status could = loop_.most ? askForRoom(add) : Status(); !could.ok()) return could;
    // Whether there is a round is asked for the sake of others.
    if (conditions.size() == ofRound && (loop_.end ? ofRound == 1 : ofRound == 0)) return {};
    std::string all;
    for (const std::string& one : conditions) all += (all.empty() ? "" : " && ") + one;
    stepped_ = names_.of(counter_ + "_stepped");
    before_.push_back("const bool " + stepped_ + " = " + all + ";");
    return {};
  }

  /// In numbers of 64 bits without a sign.
  template <typename Add>
  Status askForRoom(const Add& add) {
    const std::string most = std::to_string(*loop_.most - (loop_.by ? 0 : 1)) + "ULL";
    const std::string left = loop_.by ? most + " - " + by_ : most;
    if (loop_.by && !indexNamed(*loop_.by) && *loop_.most < UINT64_MAX) add(by_ + " <= " + most);
    const Result<std::string> end = operand(*loop_.end);
    if (!end.ok()) return end.error();
    bool isAdded = false;
    for (const CounterDivision& division : loop_.divisions) {
      if (!division.offset) continue;
      const Result<std::string> offset = operand(*division.offset);
      if (!offset.ok()) return offset.error();
      if (division.offset->getType()->isSignedIntegerType() && !isNaturalConstant(*division.offset, context_))
        add(*offset + " >= 0");
      add(*offset + " <= " + left);
      add(*end + " <= " + left + " - " + *offset);
      isAdded = true;
    }
    if (!isAdded) add(*end + " <= " + left);
    return {};
  }

  /// The value where it is known to be right, else another one.
  std::string guarded(const std::string& value, const char* other = "0") const {
    return stepped_.empty() ? value : stepped_ + " ? " + value + " : " + other;
  }

  bool hasQuotients(size_t at) const {
    return std::ranges::any_of(loop_.divisions, [&](const CounterDivision& one) { return one.of == at; });
  }

  Status declareAll() {
    for (size_t i = 0; i < loop_.divisions.size(); ++i) {
      if (Status could = declareFor(i); !could.ok()) return could;
    }
    return {};
  }

  Status declareFor(size_t at) {
    const CounterDivision& division = loop_.divisions[at];
    Carried made;
    const Result<std::string> divisor = operand(*division.divisor);
    if (!divisor.ok()) return divisor.error();
    made.divisor = *divisor;
    made.hasQuotients = hasQuotients(at);
    if (Status could = dividendOf(division, made); !could.ok()) return could;
    made.remainder = names_.of(counter_ + "_remainder");
    if (!division.quotients.empty()) made.quotient = names_.of(counter_ + "_quotient");
    const bool isZero = startsAtZero() && !division.offset && made.dividend == "0";
    const auto first = [&](const char* operation) {
      return isZero ? "0" : guarded(made.dividend + operation + made.divisor);
    };
    Status could = declare("", division.type, made.remainder, first(" % "));
    if (could.ok() && !made.quotient.empty()) could = declare("", division.type, made.quotient, first(" / "));
    if (could.ok()) could = loop_.by ? declareSteps(division, made) : declareEnd(division, made);
    carried_.push_back(std::move(made));
    return could;
  }

  /// What is divided in the first round.
  Status dividendOf(const CounterDivision& division, Carried& made) const {
    made.dividend = first_;
    if (division.of) {
      const Carried& whole = carried_[*division.of];
      const bool isZero = startsAtZero() && whole.dividend == "0";
      made.dividend = isZero                   ? "0"
                      : whole.quotient.empty() ? "(" + whole.dividend + " / " + whole.divisor + ")"
                                               : whole.quotient;
    }
    if (!division.offset) return {};
    const Result<std::string> offset = operand(*division.offset);
    if (!offset.ok()) return offset.error();
    made.dividend = startsAtZero() ? *offset : "(" + first_ + " + " + *offset + ")";
    return {};
  }

  /// Where the loop counts by one, the remainder goes up to the divisor.
  Status declareEnd(const CounterDivision& division, Carried& made) {
    made.end = made.divisor;
    if (division.isNamed || isPositive(*division.divisor, context_)) return {};
    made.end = names_.of(made.remainder + "_end");
    return declare("const ", division.type, made.end, guarded(made.divisor, "1"));
  }

  /// Where it counts by more: what is added to both, and from which remainder on the next quotient is reached. The sum
  /// of two remainders could be too large.
  Status declareSteps(const CounterDivision& division, Carried& made) {
    const std::string by = division.of ? carried_[*division.of].quotientStep : by_;
    made.remainderStep = names_.of(made.remainder + "_step");
    made.wrap = names_.of(made.remainder + "_wrap");
    Status could = declare("const ", division.type, made.remainderStep, guarded(by + " % " + made.divisor));
    if (could.ok())
      could = declare("const ", division.type, made.wrap, guarded(made.divisor + " - " + made.remainderStep, "1"));
    if (made.quotient.empty() && !made.hasQuotients) return could;
    made.over = names_.of(made.remainder + "_over");
    made.quotientStep = names_.of(counter_ + "_quotient_step");
    if (could.ok()) could = declare("const ", division.type, made.quotientStep, guarded(by + " / " + made.divisor));
    return could;
  }

  Status putBefore() {
    const Result<TextRange> all = text_.statement(*loop_.statement);
    if (!all.ok()) return all.error();
    if (const std::string bound = boundTo(editor_, text_.file(), all->begin); !bound.empty()) return inputError(bound);
    const auto word = text_.inDefinition(loop_.head.statement->getForLoc());
    if (!word) return refusal(*loop_.head.statement, "spells a loop inside a macro");
    margin_ = text_.indentationAt(word->begin);
    std::string lines;
    const bool startsLine = text_.startsLine(all->begin);
    for (const std::string& line : before_) lines += startsLine ? margin_ + line + "\n" : line + "\n" + margin_;
    insert(startsLine ? editor_.lineStart(text_.file(), all->begin) : all->begin, lines);
    return {};
  }

  /// From one round to the next, with so much in front of each line.
  Lines stepLines(const std::string& margin) const {
    Lines lines;
    const std::string in = stepped_.empty() ? margin : margin + text_.step();
    if (!stepped_.empty()) lines.push_back(margin + "if (" + stepped_ + ") {");
    for (size_t i = 0; i < carried_.size(); ++i) {
      if (loop_.by) {
        addSteps(i, in, lines);
      } else if (!loop_.divisions[i].of) {
        addCount(i, in, lines);
      }
    }
    if (!stepped_.empty()) lines.push_back(margin + "}");
    return lines;
  }

  /// By one: a quotient changes where its remainder has reached the end.
  void addCount(size_t at, const std::string& margin, Lines& lines) const {
    const Carried& one = carried_[at];
    const std::string condition = margin + "if (++" + one.remainder + " == " + one.end + ")",
                      again = one.remainder + " = 0;", in = margin + text_.step();
    if (one.quotient.empty() && !one.hasQuotients) return lines.push_back(condition + " " + again);
    lines.push_back(condition + " {");
    lines.push_back(in + again);
    if (!one.quotient.empty()) lines.push_back(in + "++" + one.quotient + ";");
    for (size_t i = at + 1; i < carried_.size(); ++i) {
      if (loop_.divisions[i].of == at) addCount(i, in, lines);
    }
    lines.push_back(margin + "}");
  }

  void addSteps(size_t at, const std::string& margin, Lines& lines) const {
    const Carried& one = carried_[at];
    const std::optional<size_t> of = loop_.divisions[at].of;
    if (of) lines.push_back(margin + one.remainder + " += " + carried_[*of].over + ";");
    const std::string more = one.remainder + " + " + one.remainderStep, less = one.remainder + " - " + one.wrap;
    if (one.over.empty())
      return lines.push_back(margin + one.remainder + " = " + one.remainder + " < " + one.wrap + " ? " + more + " : " +
                             less + ";");
    lines.push_back(margin + "const bool " + one.over + " = " + one.remainder + " >= " + one.wrap + ";");
    lines.push_back(margin + one.remainder + " = " + one.over + " ? " + less + " : " + more + ";");
    if (!one.quotient.empty())
      lines.push_back(margin + one.quotient + " += " + one.quotientStep + " + " + one.over + ";");
  }

  Status putBehindRounds() {
    const Stmt& body = *loop_.head.statement->getBody();
    const Status could = isa<CompoundStmt>(body) ? putInto(cast<CompoundStmt>(body)) : makeBlock(body);
    if (!could.ok()) return could;
    for (const ContinueStmt* early : loop_.early) {
      const Result<TextRange> place = text_.statement(*early);
      if (!place.ok()) return place.error();
      const std::string margin = text_.indentationAt(place->begin), in = margin + text_.step();
      insert(place->begin, "{\n" + joined(stepLines(in)) + in);
      insert(place->end, "\n" + margin + "}");
    }
    return {};
  }

  static std::string joined(const Lines& lines) {
    std::string all;
    for (const std::string& line : lines) all += line + "\n";
    return all;
  }

  Status putInto(const CompoundStmt& block) {
    const Result<TextRange> inside = text_.inside(block);
    if (!inside.ok()) return inside.error();
    const std::string margin = text_.indentationAt(inside->end), lines = joined(stepLines(margin + text_.step()));
    if (text_.startsLine(inside->end)) {
      insert(editor_.lineStart(text_.file(), inside->end), lines);
      return {};
    }
    uint32_t last = inside->end;
    while (last > inside->begin && text_.between(last - 1, last) == " ") --last;
    replace({text_.file(), last, inside->end}, "\n" + lines + margin);
    return {};
  }

  Status makeBlock(const Stmt& body) {
    const auto end = text_.inDefinition(loop_.head.statement->getRParenLoc());
    const Result<TextRange> whole = text_.statement(body);
    if (!end) return refusal(*loop_.head.statement, "spells a loop inside a macro");
    if (!whole.ok()) return whole.error();
    insert(end->end, " {");
    const uint32_t behind = text_.afterComment(whole->end);
    std::string lines = joined(stepLines(margin_ + text_.step()));
    insert(behind, "\n" + lines + margin_ + "}");
    return {};
  }

  /// Rounds take what is carried.
  Status take() {
    for (size_t i = 0; i < carried_.size(); ++i) {
      const CounterDivision& division = loop_.divisions[i];
      for (const auto& [mentions, name] : {std::pair(&division.quotients, &carried_[i].quotient),
                                           std::pair(&division.remainders, &carried_[i].remainder)}) {
        for (const BinaryOperator* mention : *mentions) {
          if (Status could = take(*mention, *name); !could.ok()) return could;
        }
      }
    }
    return {};
  }

  Status take(const BinaryOperator& mention, const std::string& name) {
    const auto place = text_.expression(mention.getSourceRange());
    if (!place) return refusal(mention, "is spelled inside a macro");
    if (stepped_.empty()) {
      replace(*place, name);
    } else {
      insert(place->begin, "(" + stepped_ + " ? " + name + " : ");
      insert(place->end, ")");
    }
    return {};
  }

  const Editor& editor_;
  const KernelText& text_;
  StepNames& names_;
  const DividingLoop& loop_;
  const FunctionDecl& pattern_;
  const ASTContext& context_;
  const std::string counter_;
  std::string first_, by_, stepped_, margin_;  ///< stepped_: empty where there is nothing to ask
  Lines before_;                               ///< in front of the loop
  std::vector<Carried> carried_;               ///< of the loop's divisions
  Edits& edits_;
};

}  // namespace

Result<Edits> writeDivisionSteps(const Editor& editor, const std::vector<DividingLoop>& loops,
                                 const FunctionDecl& instance, const FunctionDecl& pattern) {
  if (Status free = areNoMacros(editor, {"bool", "const", "if"}); !free.ok()) return free.error();
  Result<KernelText> text = KernelText::of(editor, instance, KernelText::Directives::betweenStatements);
  if (!text.ok()) return text.error();
  Edits edits;
  StepNames names(*text);
  for (const DividingLoop& loop : loops) {
    if (Status could = StepWriter(editor, *text, names, loop, pattern, edits).write(); !could.ok())
      return could.error();
  }
  if (Status may = text->check(edits); !may.ok()) return may.error();
  return edits;
}

}  // namespace warpwright::rewrite
