#include "analysis/passes/row_access/row_writer.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Expr.h>
#include <clang/AST/Stmt.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "analysis/passes/compaction/kernel_text.h"
#include "analysis/rewrite/edit/text_copy.h"
#include "analysis/rewrite/edit/type_text.h"
#include "analysis/rewrite/source/macro_text.h"
#include "analysis/rewrite/source/statement.h"
#include "analysis/rewrite/source/steps.h"
#include "analysis/rewrite/style/text_layout.h"
#include "analysis/rewrite/tree/constant_loops.h"

namespace warpwright::rewrite {
namespace {

using namespace clang;

constexpr unsigned mostBytes = 16;  ///< that one access of a thread moves
/// What an index that may begin anew has the counter times: with the distance of rounds no more than 64 bits hold.
constexpr unsigned mostTimes = 1U << 24;
constexpr const char* note = "elements of neighbouring rounds are moved together";

/// Names that mean nothing in the kernel yet: all loops have the same, since each declares them inside of it.
class RowNames {
 public:
  explicit RowNames(KernelText& text) : text_(text) {}

  /// The `number`-th name of a loop that begins so.
  const std::string& of(const std::string& base, size_t number = 0) {
    std::vector<std::string>& known = names_[base];
    while (known.size() <= number) known.push_back(text_.freshName(base));
    return known[number];
  }

 private:
  KernelText& text_;
  std::map<std::string, std::vector<std::string>> names_;
};

class LoopWriter {
 public:
  LoopWriter(const Editor& editor, const KernelText& text, RowNames& names, const RowLoop& loop,
             const FunctionDecl& pattern, unsigned rounds)
      : editor_(editor),
        text_(text),
        names_(names),
        loop_(loop),
        pattern_(pattern),
        context_(editor.unit()->ast()),
        rounds_(rounds),
        file_(text.file()),
        step_(text.step()) {}

  Status write(Edits& edits) {
    if (Status could = allOf({nameRows(), head(), tail(), changeMentions()}); !could.ok()) return could;
    for (const auto& [place, words] : made_)
      edits.replace(place, text_.hasCarriageReturns() ? withCarriageReturns(words) : words, note);
    return {};
  }

 private:
  struct Row {
    std::string name, at, type, place;  ///< "x_row", "x_at", "float", "x[i]"
    std::string wraps;                  ///< a part of the index that may begin anew; empty: none
    unsigned last = 0;                  ///< what it is before that
    std::string times, apart;           ///< what the index has the counter times; what keeps rounds' distance then
    bool mustDiffer = false;            ///< each round has to have an element of its own
    unsigned alignment = 1;
  };

  Error refusal(const Stmt& at, const Message& what) const {
    return inputError({"%1 %2", lineText(positionAt(*editor_.unit(), at.getBeginLoc()).line), what});
  }
  void replace(const TextRange& place, std::string words) { made_.emplace_back(place, std::move(words)); }

  Result<std::string> words(const Expr& value, const char* what) const {
    const auto place = text_.expression(value.getSourceRange());
    if (!place) return refusal(value, {"spells %1 inside a macro", what});
    if (Status may = mayStandTwice(editor_, *place, value); !may.ok()) return refusal(value, said(may.error()));
    return std::string(text_.between(*place));
  }

  Result<std::string> typeOf(QualType type) const {
    return typeText(*editor_.unit(), type.getUnqualifiedType(),
                    {&pattern_, pattern_.getBody()->getBeginLoc(), /*inBody=*/true});
  }

  Status nameRows() {
    for (const RowPlace& place : loop_.places) {
      Row row;
      const std::string array = place.array->getNameAsString();
      const auto number = static_cast<size_t>(
          std::count_if(loop_.places.begin(), loop_.places.begin() + static_cast<std::ptrdiff_t>(rows_.size()),
                        [&](const RowPlace& other) { return other.array->getNameAsString() == array; }));
      row.name = names_.of(array + "_row", number);
      row.at = names_.of(array + "_at", number);
      const Result<std::string> type = typeOf(place.type);
      if (!type.ok()) return refusal(*place.mentions.front(), {"has an element: %1", said(type.error())});
      row.type = *type;
      const Result<std::string> spelled = words(*place.mentions.front(), "an element of memory");
      if (!spelled.ok()) return spelled.error();
      row.place = *spelled;
      if (place.wraps) {
        const Result<std::string> index = words(*place.wraps, "an index");
        if (!index.ok()) return index.error();
        row.wraps = *index;
        row.last = place.wraps->getType()->isUnsignedIntegerType() ? 0xffffffffU : 0x7fffffffU;
      }
      if (place.times) {
        const Result<std::string> times = words(*place.times, "an index");
        if (!times.ok()) return times.error();
        row.times = *times;
        row.apart = names_.of(array + "_apart", number);
        row.mustDiffer = place.isStored;
      }
      const auto bytes = static_cast<unsigned>(context_.getTypeSizeInChars(place.type).getQuantity());
      row.alignment = std::min(mostBytes, bytes * rounds_);
      rows_.push_back(std::move(row));
    }
    whole_ = names_.of("whole");
    aligned_ = names_.of("aligned");
    round_ = names_.of("round");
    apart_ = names_.of("apart");
    return {};
  }

  /// "struct alignas(16) { float of[4]; } x_row, y_row;" for each type and alignment, "float x_row[4];" where no
  /// vectors are.
  std::vector<std::string> declarations() const {
    std::vector<std::pair<std::string, std::string>> known;  // of a type: the line, its names
    const std::string count = "[" + std::to_string(rounds_) + "]";
    for (const Row& row : rows_) {
      const std::string type =
          loop_.by ? row.type + " "
                   : "struct alignas(" + std::to_string(row.alignment) + ") { " + row.type + " of" + count + "; } ";
      const std::string name = row.name + (loop_.by ? count : "");
      const auto same = std::find_if(known.begin(), known.end(), [&](const auto& one) { return one.first == type; });
      if (same == known.end()) {
        known.emplace_back(type, name);
      } else {
        same->second += ", " + name;
      }
    }
    std::vector<std::string> lines;
    for (const auto& [type, names] : known) lines.push_back(type + names + ";");
    return lines;
  }

  /// Where rounds are further apart than one: the distance, and whether so many are left. No number on the way can be
  /// too large.
  std::string stridedCondition(const std::string& end) const {
    const std::string wide = "static_cast<unsigned long long>(",
                      others = std::to_string(rounds_ - 1) + "ULL * " + apart_;
    std::string condition = apart_ + " <= 4294967295ULL && " + wide + end + ") - " + wide +
                            loop_.counter->getNameAsString() + ") > " + others;
    for (const Row& row : rows_) {
      const std::string times = row.times.empty() ? "" : wide + row.times + ")",
                        few = times.empty() ? "" : " && " + times + " <= " + std::to_string(mostTimes) + "ULL",
                        more = few + " && " + wide + row.wraps + ") + " + others +
                               (times.empty() ? "" : " * " + times) + " <= " + std::to_string(row.last) + "ULL";
      if (!row.wraps.empty() && condition.find(more) == std::string::npos) condition += more;
      // Rounds that store to one place are not made on elements that were loaded before.
      if (row.mustDiffer) condition += " && (" + row.times + ") != 0";
    }
    return condition;
  }

  /// Are so many rounds left, with elements side by side?
  Result<std::string> wholeCondition() const {
    const Result<std::string> end = words(*loop_.end, "the end of a loop");
    if (!end.ok()) return end;
    if (loop_.by) return stridedCondition(*end);
    const bool isLong = context_.getIntWidth(loop_.counter->getType()) > 32;
    const std::string wide = isLong ? "static_cast<unsigned long long>(" : "static_cast<unsigned>(";
    std::string condition =
        wide + *end + ") - " + wide + loop_.counter->getNameAsString() + ") >= " + std::to_string(rounds_);
    for (const Row& row : rows_) {
      const std::string words = " && (" + row.wraps + ") <= " + std::to_string(row.last - (rounds_ - 1)) +
                                (row.last > 0x7fffffffU ? "U" : "");
      if (!row.wraps.empty() && condition.find(words) == std::string::npos) condition += words;
    }
    return condition;
  }

  /// And at addresses that vectors have?
  std::string alignedCondition() const {
    std::map<unsigned, std::string> addresses;
    for (const Row& row : rows_) {
      std::string& all = addresses[row.alignment];
      all += (all.empty() ? "" : " | ") + ("reinterpret_cast<unsigned long long>(" + row.at + ")");
    }
    std::string condition = loop_.fewRounds ? "" : whole_;
    for (const auto& [alignment, all] : addresses) {
      const bool isOne = all.find(" | ") == std::string::npos;
      condition += (condition.empty() ? "" : " && ") + (isOne ? all : "(" + all + ")") + " % " +
                   std::to_string(alignment) + " == 0";
    }
    return condition;
  }

  /// "for (unsigned round = 0; round < 8 && (whole || round == 0); ++round)"
  std::string eachRound(const std::string& step) const {
    const std::string count = std::to_string(rounds_);
    // With `!=` it is no loop whose rounds would be taken together once more.
    const std::string goesOn =
        loop_.fewRounds ? " != " + count : " < " + count + " && (" + whole_ + " || " + round_ + " == 0)";
    return "for (unsigned " + round_ + " = 0; " + round_ + goesOn + "; " + step + ")";
  }

  const std::string& distanceOf(const Row& row) const { return row.times.empty() ? apart_ : row.apart; }

  /// How an element of a round is called in the loop's body.
  std::string elementOf(const Row& row) const { return row.name + (loop_.by ? "[" : ".of[") + round_ + "]"; }

  /// Elements of all rounds at once where vectors can be, else one by one.
  std::vector<std::string> moves(bool loads) const {
    std::vector<std::string> together, one;
    for (size_t i = 0; i < rows_.size(); ++i) {
      if (!(loads ? loop_.places[i].isLoaded : loop_.places[i].isStored)) continue;
      const Row& row = rows_[i];
      const std::string there = std::string("*reinterpret_cast<") + (loads ? "const " : "") + "decltype(" + row.name +
                                ")*>(" + row.at + ")",
                        own = elementOf(row),
                        other = row.at + "[" + round_ + (loop_.by ? " * " + distanceOf(row) : "") + "]";
      together.push_back(loads ? row.name + " = " + there + ";" : there + " = " + row.name + ";");
      one.push_back((loads ? own + " = " + other : other + " = " + own) + ";");
    }
    if (together.empty()) return {};
    std::vector<std::string> single{"#pragma unroll", eachRound("++" + round_) + (one.size() > 1 ? " {" : "")};
    for (const std::string& line : one) single.push_back(step_ + line);
    if (one.size() > 1) single.emplace_back("}");
    if (loop_.by) return single;
    std::vector<std::string> lines{"if (" + aligned_ + ") {"};
    for (const std::string& line : together) lines.push_back(step_ + line);
    lines.emplace_back("} else {");
    for (const std::string& line : single) lines.push_back(step_ + line);
    lines.emplace_back("}");
    return lines;
  }

  Status head() {
    const Result<TextRange> all = text_.statement(*loop_.statement);
    if (!all.ok()) return all.error();
    const auto end = text_.inDefinition(loop_.loop->getRParenLoc());
    const auto word = text_.inDefinition(loop_.loop->getForLoc());
    if (!end || !word) return refusal(*loop_.loop, "spells a loop inside a macro");
    const std::string bound = boundTo(editor_, file_, all->begin);
    if (!bound.empty()) return inputError(bound);
    const bool startsLine = text_.startsLine(all->begin);
    outer_ = text_.indentationAt(word->begin) + (startsLine ? "" : step_);
    const Result<std::vector<std::string>> lines = headLines();
    if (!lines.ok()) return lines.error();
    std::string words;
    for (const std::string& line : *lines) words += (words.empty() && startsLine ? "" : "\n") + outer_ + line;
    replace({file_, startsLine ? editor_.lineStart(file_, all->begin) : all->begin, end->end}, words);
    return {};
  }

  Result<std::vector<std::string>> headLines() const {
    const std::optional<SteppedLoop> counting = steppedLoop(loop_.loop, context_);
    const Result<std::string> first = words(*counting->first, "the start of a loop"),
                              condition = words(*counting->condition, "the condition of a loop"),
                              whole = wholeCondition(), type = typeOf(loop_.counter->getType());
    for (const Result<std::string>* one : {&first, &condition, &whole}) {
      if (!one->ok()) return one->error();
    }
    if (!type.ok()) return refusal(*loop_.loop, {"has a counter: %1", said(type.error())});
    const Result<std::string> by = loop_.by ? words(*loop_.by, "the step of a loop") : Result<std::string>("1"),
                              step = words(*counting->step, "the step of a loop");
    if (!by.ok() || !step.ok()) return by.ok() ? step.error() : by.error();
    const std::string counter = loop_.counter->getNameAsString();
    std::vector<std::string> lines;
    if (loop_.fewRounds) lines.emplace_back("#pragma unroll");
    lines.push_back("for (" + (isa<DeclStmt>(loop_.loop->getInit()) ? *type + " " : "") + counter + " = " + *first +
                    "; " + *condition + ";) {");
    for (const std::string& line : declarations()) lines.push_back(step_ + line);
    for (size_t i = 0; i < rows_.size(); ++i)
      lines.push_back(step_ + (loop_.places[i].isStored ? "" : "const ") + rows_[i].type + "* const " + rows_[i].at +
                      " = &" + rows_[i].place + ";");
    if (loop_.by)
      lines.push_back(step_ + "const unsigned long long " + apart_ + " = static_cast<unsigned long long>(" + *by +
                      ");");
    for (const Row& row : rows_) {
      // A product may be negative, and whole numbers without a sign do not overflow on the way.
      if (!row.times.empty())
        lines.push_back(step_ + "const long long " + row.apart + " = static_cast<long long>(" + apart_ +
                        " * static_cast<unsigned long long>(" + row.times + "));");
    }
    if (!loop_.fewRounds) lines.push_back(step_ + "const bool " + whole_ + " = " + *whole + ";");
    if (!loop_.by) lines.push_back(step_ + "const bool " + aligned_ + " = " + alignedCondition() + ";");
    for (const std::string& line : moves(true)) lines.push_back(step_ + line);
    lines.push_back(step_ + "#pragma unroll");
    lines.push_back(step_ + eachRound("++" + round_ + ", " + (loop_.by ? *step : "++" + counter)));
    return lines;
  }

  /// What stands behind the body; the body's lines move in.
  Status tail() {
    const Result<TextRange> all = text_.statement(*loop_.statement);
    const auto end = text_.inDefinition(loop_.loop->getRParenLoc());
    if (!all.ok()) return all.error();
    const std::string_view whole = editor_.textOf(file_);
    for (size_t newline = whole.find('\n', end->end); newline < all->end; newline = whole.find('\n', newline + 1)) {
      const size_t word = whole.find_first_not_of(" \t\r", newline + 1);
      const auto at = static_cast<uint32_t>(newline + 1);
      if (word < all->end && whole[word] != '\n') replace({file_, at, at}, step_);
    }
    std::string words;
    for (const std::string& line : moves(false)) words += "\n" + outer_ + step_ + line;
    const uint32_t behind = text_.afterComment(all->end);
    replace({file_, behind, behind}, words + "\n" + outer_ + "}");
    return {};
  }

  Status changeMentions() {
    for (size_t i = 0; i < rows_.size(); ++i) {
      for (const Expr* mention : loop_.places[i].mentions) {
        const auto place = text_.expression(mention->getSourceRange());
        if (!place) return refusal(*mention, "spells an element of memory inside a macro");
        replace(*place, elementOf(rows_[i]));
      }
    }
    return {};
  }

  const Editor& editor_;
  const KernelText& text_;
  RowNames& names_;
  const RowLoop& loop_;
  const FunctionDecl& pattern_;
  const ASTContext& context_;
  unsigned rounds_;
  std::string file_, step_, outer_, whole_, aligned_, round_, apart_;
  std::vector<Row> rows_;  ///< of the loop's places
  std::vector<std::pair<TextRange, std::string>> made_;
};

}  // namespace

Result<Edits> writeRows(const Editor& editor, const std::vector<RowLoop>& loops, const FunctionDecl& pattern,
                        unsigned rounds) {
  const Status free = areNoMacros(editor, {"struct", "alignas", "of", "const", "bool", "unsigned", "long", "if", "else",
                                           "for", "static_cast", "reinterpret_cast", "decltype", "unroll"});
  if (!free.ok()) return free.error();
  Result<KernelText> text = KernelText::of(editor, pattern, KernelText::Directives::betweenStatements);
  if (!text.ok()) return text.error();
  Edits edits;
  RowNames names(*text);
  for (const RowLoop& loop : loops) {
    const Status could = LoopWriter(editor, *text, names, loop, pattern, rounds).write(edits);
    if (!could.ok()) return could.error();
  }
  if (Status may = text->check(edits); !may.ok()) return may.error();
  return edits;
}

}  // namespace warpwright::rewrite
