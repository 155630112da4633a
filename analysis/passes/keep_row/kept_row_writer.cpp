#include "analysis/passes/keep_row/kept_row_writer.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/AST/Stmt.h>

#include <map>
#include <string>

#include "analysis/passes/compaction/kernel_text.h"
#include "analysis/rewrite/edit/text_copy.h"
#include "analysis/rewrite/edit/type_text.h"
#include "analysis/rewrite/source/macro_text.h"
#include "analysis/rewrite/source/statement.h"
#include "analysis/rewrite/source/steps.h"
#include "analysis/rewrite/style/text_layout.h"

namespace warpwright::rewrite {
namespace {

using namespace clang;

constexpr const char* note = "elements of the first rounds are kept for later loops";

class KeptRowWriter {
 public:
  KeptRowWriter(const Editor& editor, KernelText& text, const KeptRows& rows, const FunctionDecl& pattern,
                const KeptPlace& where)
      : editor_(editor), text_(text), rows_(rows), pattern_(pattern), where_(where), step_(text.step()) {
    round_ = text_.freshName("round");
    more_ = text_.freshName("more");
  }

  Result<Edits> write() {
    for (const KeptElement& kept : rows_.elements) {
      if (Status could = keep(kept); !could.ok()) return could.error();
    }
    for (size_t i = 0; i < rows_.loops.size(); ++i) {
      if (Status could = change(rows_.loops[i], declared_[i]); !could.ok()) return could.error();
    }
    if (Status may = text_.check(edits_); !may.ok()) return may.error();
    return std::move(edits_);
  }

 private:
  bool isInRegisters() const { return where_.memory == KeptPlace::Memory::registers; }

  void replace(const TextRange& place, const std::string& words) {
    edits_.replace(place, text_.hasCarriageReturns() ? withCarriageReturns(words) : words, note);
  }

  Error refusal(const Stmt& at, const Message& what) const {
    return inputError({"%1 %2", lineText(positionAt(*editor_.unit(), at.getBeginLoc()).line), what});
  }

  Result<std::string> words(clang::SourceRange tokens, const Stmt& part, const char* what) const {
    const auto place = text_.expression(tokens);
    if (!place) return refusal(part, {"spells %1 inside a macro", what});
    if (Status may = mayStandTwice(editor_, *place, part); !may.ok()) return refusal(part, said(may.error()));
    return std::string(text_.between(*place));
  }

  /// "float x_kept[8];", and the places where it is set and taken.
  Status keep(const KeptElement& kept) {
    const Result<std::string> type =
        typeText(*editor_.unit(), kept.type, {&pattern_, pattern_.getBody()->getBeginLoc(), /*inBody=*/true});
    if (!type.ok()) return refusal(*kept.loaded, {"has an element: %1", said(type.error())});
    const std::string base = kept.pointer + "_kept";
    const unsigned number = ++named_[base];
    const std::string name = text_.freshName(number == 1 ? base : base + std::to_string(number));
    std::string line = *type + " " + name + "[" + std::to_string(where_.rounds) + "]", slot = name + "[" + round_ + "]";
    for (size_t d = isInRegisters() ? 0 : 3; d-- > 0;) {
      if (where_.block[d] == 1) continue;
      line += "[" + std::to_string(where_.block[d]) + "]";
      slot += std::string("[threadIdx.") + "xyz"[d] + "]";
    }
    declared_[kept.first].push_back((isInRegisters() ? "" : "__shared__ ") + line + ";");
    if (Status could = use(*kept.loaded, slot, true); !could.ok()) return could;
    for (const KeptElement::Again& again : kept.again) {
      if (Status could = use(*again.place, slot, false); !could.ok()) return could;
    }
    return {};
  }

  /// "(round < 8 ? x_kept[round] = x[i] : x[i])"
  Status use(const Expr& place, const std::string& slot, bool isFirst) {
    const Result<std::string> spelled = words(place.getSourceRange(), place, "an element of memory");
    if (!spelled.ok()) return spelled.error();
    const std::string own = isFirst ? slot + " = " + *spelled : slot;
    replace(*text_.expression(place.getSourceRange()),
            "(" + round_ + " < " + std::to_string(where_.rounds) + " ? " + own + " : " + *spelled + ")");
    return {};
  }

  Status change(const KeptLoop& loop, const std::vector<std::string>& declared) {
    const ForStmt& counting = *loop.head.statement;
    const Result<TextRange> all = text_.statement(*loop.statement);
    if (!all.ok()) return all.error();
    const auto word = text_.inDefinition(counting.getForLoc()), end = text_.inDefinition(counting.getRParenLoc());
    if (!word || !end) return refusal(counting, "spells a loop inside a macro");
    if (const std::string bound = boundTo(editor_, text_.file(), all->begin); !bound.empty()) return inputError(bound);
    const Expr& first = *loop.head.first;
    const Result<std::string> begin = words({counting.getInit()->getBeginLoc(), first.getEndLoc()}, *counting.getInit(),
                                            "the start of a loop"),
                              condition = words(loop.head.condition->getSourceRange(), *loop.head.condition,
                                                "the condition of a loop"),
                              step = words(loop.head.step->getSourceRange(), *loop.head.step, "the step of a loop");
    for (const Result<std::string>* one : {&begin, &condition, &step}) {
      if (!one->ok()) return one->error();
    }
    std::vector<std::string> before = declared;
    const std::string rounds = std::to_string(where_.rounds), start = "for (" + *begin + ", " + round_ + " = 0; ";
    if (isInRegisters()) {
      before.emplace_back("#pragma unroll");
      before.push_back(start + round_ + " <= " + rounds + "; ++" + round_ + ")");
      replace({text_.file(), word->begin, end->end}, "for (bool " + more_ + " = " + *condition + "; " + more_ + "; " +
                                                         *step + ", " + more_ + " = " + round_ + " == " + rounds +
                                                         " && " + *condition + ")");
      moveIn(*all);
    } else {
      // It counts no further: there may be more rounds than its type has numbers.
      replace({text_.file(), word->begin, end->end},
              start + *condition + "; " + *step + ", " + round_ + " += " + round_ + " < " + rounds + ")");
    }
    putBefore(all->begin, text_.indentationAt(word->begin), before);
    return {};
  }

  /// Lines in front of a loop, whose own first line is one step further in where it stands in one of them.
  void putBefore(uint32_t at, const std::string& indentation, const std::vector<std::string>& lines) {
    if (lines.empty()) return;
    const bool startsLine = text_.startsLine(at);
    std::string words;
    for (const std::string& line : lines) words += indentation + line + "\n";
    if (!startsLine) words = "\n" + words + indentation;
    if (isInRegisters()) words += step_;
    const uint32_t place = startsLine ? editor_.lineStart(text_.file(), at) : at;
    replace({text_.file(), place, place}, words);
  }

  /// One step further in, from the second line on.
  void moveIn(const TextRange& statement) {
    const std::string_view whole = editor_.textOf(statement.file);
    for (size_t newline = whole.find('\n', statement.begin); newline < statement.end;
         newline = whole.find('\n', newline + 1)) {
      const size_t word = whole.find_first_not_of(" \t\r", newline + 1);
      const auto at = static_cast<uint32_t>(newline + 1);
      if (word < statement.end && whole[word] != '\n') replace({statement.file, at, at}, step_);
    }
  }

  const Editor& editor_;
  KernelText& text_;
  const KeptRows& rows_;
  const FunctionDecl& pattern_;
  const KeptPlace& where_;
  const std::string step_;
  std::string round_, more_;
  std::map<std::string, unsigned> named_;
  std::map<size_t, std::vector<std::string>> declared_;  ///< in front of a loop
  Edits edits_;
};

}  // namespace

Result<Edits> writeKeptRows(const Editor& editor, const KeptRows& rows, const FunctionDecl& pattern,
                            const KeptPlace& where) {
  const Status free = areNoMacros(editor, {"for", "bool", "unroll"});
  if (!free.ok()) return free.error();
  Result<KernelText> text = KernelText::of(editor, pattern, KernelText::Directives::betweenStatements);
  if (!text.ok()) return text.error();
  return KeptRowWriter(editor, *text, rows, pattern, where).write();
}

}  // namespace warpwright::rewrite
