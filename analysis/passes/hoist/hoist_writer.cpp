#include "analysis/passes/hoist/hoist_writer.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>

#include <algorithm>
#include <map>

#include "analysis/passes/compaction/kernel_text.h"
#include "analysis/rewrite/edit/text_copy.h"
#include "analysis/rewrite/edit/type_text.h"
#include "analysis/rewrite/source/macro_text.h"
#include "analysis/rewrite/source/statement.h"
#include "analysis/rewrite/style/text_layout.h"

namespace warpwright::rewrite {
namespace {

using namespace clang;

constexpr const char* note = "loaded once, in front of the loop";

class HoistWriter {
 public:
  HoistWriter(const Editor& editor, KernelText& text, const FunctionDecl& pattern)
      : editor_(editor), text_(text), pattern_(pattern), context_(editor.unit()->ast()) {}

  Result<Edits> write(const std::vector<LoopLoad>& loads) {
    for (const char* word : {"const", "static_cast"}) {
      if (isMacroName(editor_, word)) return inputError({"%1 is the name of a macro", code(word)});
    }
    std::map<uint32_t, std::string> declared;  // by where the loop begins
    for (const LoopLoad& load : loads) {
      const Result<TextRange> loop = text_.statement(*load.statement);
      if (!loop.ok()) return loop.error();
      if (const std::string bound = boundTo(editor_, text_.file(), loop->begin); !bound.empty())
        return inputError(bound);
      const Result<std::string> line = keep(load);
      if (!line.ok()) return line.error();
      const std::string indentation = text_.indentationAt(text_.placeOf(load.loop->getBeginLoc()));
      const bool isOwnLine = editor_.lineStart(text_.file(), loop->begin) == loop->begin;
      declared[loop->begin] += isOwnLine ? indentation + *line + "\n" : *line + "\n" + indentation;
    }
    for (const auto& [at, lines] : declared) replace({text_.file(), at, at}, lines);
    if (Status may = text_.check(edits_); !may.ok()) return may.error();
    return std::move(edits_);
  }

 private:
  void replace(const TextRange& place, const std::string& text) {
    edits_.replace(place, text_.hasCarriageReturns() ? withCarriageReturns(text) : text, note);
  }

  Error refusal(const Expr& at, const Message& what) const {
    return inputError({"%1 %2", lineText(positionAt(*editor_.unit(), at.getBeginLoc()).line), what});
  }

  Result<std::string> words(const Expr& value) const {
    const auto place = text_.expression(value.getSourceRange());
    if (!place) return refusal(value, "is spelled inside a macro");
    if (Status may = mayStandTwice(editor_, *place, value); !may.ok()) return refusal(value, said(may.error()));
    return std::string(text_.between(*place));
  }

  Result<std::string> typeOf(QualType type) const {
    return typeText(*editor_.unit(), type.getUnqualifiedType(), {&pattern_, pattern_.getBody()->getBeginLoc(), true});
  }

  /// "const float a_value = a[row];"
  Result<std::string> keep(const LoopLoad& load) {
    const Result<std::string> type = typeOf(load.type), place = words(*load.mentions.front());
    if (!type.ok()) return refusal(*load.mentions.front(), said(type.error()));
    if (!place.ok()) return place;
    std::string value = *place;
    if (load.first.kind == FirstRound::Kind::ifAny) {
      const Result<std::string> asked = condition(load.first);
      if (!asked.ok()) return asked;
      value = *asked + " ? " + value + " : 0";
    }
    const std::string base = load.array->getNameAsString() + "_value";
    const unsigned number = ++named_[base];
    const std::string name = text_.freshName(number == 1 ? base : base + std::to_string(number));
    for (const Expr* mention : load.mentions) {
      const auto at = text_.expression(mention->getSourceRange());
      if (!at) return refusal(*mention, "is spelled inside a macro");
      replace(*at, name);
    }
    return "const " + *type + " " + name + " = " + value + ";";
  }

  /// "0 < n"
  Result<std::string> condition(const FirstRound& first) const {
    const auto& compared = *cast<BinaryOperator>(first.comparison);
    const Result<std::string> begin = words(*first.begin), end = words(*compared.getRHS());
    if (!begin.ok() || !end.ok()) return begin.ok() ? end : begin;
    const QualType type = first.counter->getType();
    const bool isSame = context_.hasSameUnqualifiedType(type, first.begin->IgnoreImpCasts()->getType());
    const Result<std::string> spelled = typeOf(type);
    if (!spelled.ok()) return spelled;
    const bool isWord = isa<DeclRefExpr, IntegerLiteral>(first.begin->IgnoreImpCasts());
    const std::string from = !isSame  ? "static_cast<" + *spelled + ">(" + *begin + ")"
                             : isWord ? *begin
                                      : "(" + *begin + ")";
    return from + " " + compared.getOpcodeStr().str() + " " + *end;
  }

  const Editor& editor_;
  KernelText& text_;
  const FunctionDecl& pattern_;
  const ASTContext& context_;
  std::map<std::string, unsigned> named_;
  Edits edits_;
};

}  // namespace

Result<Edits> writeLoopLoads(const Editor& editor, const std::vector<LoopLoad>& loads, const FunctionDecl& instance,
                             const FunctionDecl& pattern) {
  Result<KernelText> text = KernelText::of(editor, instance, KernelText::Directives::betweenStatements);
  if (!text.ok()) return text.error();
  return HoistWriter(editor, *text, pattern).write(loads);
}

}  // namespace warpwright::rewrite
