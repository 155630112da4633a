#include "analysis/passes/load_ahead/early_load_writer.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>

#include <map>
#include <string>

#include "analysis/passes/compaction/kernel_text.h"
#include "analysis/rewrite/edit/text_copy.h"
#include "analysis/rewrite/edit/type_text.h"
#include "analysis/rewrite/source/macro_text.h"
#include "analysis/rewrite/source/statement.h"
#include "analysis/rewrite/style/text_layout.h"

namespace warpwright::rewrite {
namespace {

using namespace clang;

constexpr const char* note = "loaded in front of the barrier";

class EarlyLoadWriter {
 public:
  EarlyLoadWriter(const Editor& editor, KernelText& text, const FunctionDecl& pattern)
      : editor_(editor), text_(text), pattern_(pattern) {}

  Result<Edits> write(const std::vector<EarlyLoad>& loads) {
    std::map<uint32_t, std::string> lines;  // by where the barrier begins
    for (const EarlyLoad& load : loads) {
      const Result<TextRange> barrier = text_.statement(*load.barrier);
      if (!barrier.ok()) return barrier.error();
      if (const std::string bound = boundTo(editor_, text_.file(), barrier->begin); !bound.empty())
        return inputError(bound);
      const Result<std::string> line = move(load);
      if (!line.ok()) return line.error();
      const std::string indentation = text_.indentationAt(barrier->begin);
      const bool isOwnLine = text_.startsLine(barrier->begin);
      lines[isOwnLine ? editor_.lineStart(text_.file(), barrier->begin) : barrier->begin] +=
          isOwnLine ? indentation + *line + "\n" : *line + "\n" + indentation;
    }
    for (const auto& [at, added] : lines) replace({text_.file(), at, at}, added);
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

  /// "const float m_value = m[i];", and its name where the load stood.
  Result<std::string> move(const EarlyLoad& load) {
    const Expr& first = *load.mentions.front();
    const auto place = text_.expression(first.getSourceRange());
    if (!place) return refusal(first, "is spelled inside a macro");
    if (Status may = mayStandTwice(editor_, *place, first); !may.ok()) return refusal(first, said(may.error()));
    const Result<std::string> type =
        typeText(*editor_.unit(), load.type.getUnqualifiedType(), {&pattern_, pattern_.getBody()->getBeginLoc(), true});
    if (!type.ok()) return refusal(first, said(type.error()));
    const std::string base = load.array->getNameAsString() + "_value";
    const unsigned number = ++named_[base];
    const std::string name = text_.freshName(number == 1 ? base : base + std::to_string(number));
    if (load.update) {
      if (Status could = takeApart(*load.update, *place, name); !could.ok()) return could.error();
    } else {
      for (const Expr* mention : load.mentions) {
        const auto at = text_.expression(mention->getSourceRange());
        if (!at) return refusal(*mention, "is spelled inside a macro");
        replace(*at, name);
      }
    }
    return "const " + *type + " " + name + " = " + std::string(text_.between(*place)) + ";";
  }

  /// `a[i] += x` is `a[i] = a_value + (x)`.
  Status takeApart(const CompoundAssignOperator& update, const TextRange& place, const std::string& name) {
    const auto value = text_.expression(update.getRHS()->getSourceRange());
    if (!value || value->begin < place.end) return refusal(update, "is spelled inside a macro");
    const std::string_view sign = BinaryOperator::getOpcodeStr(update.getOpcode());
    const std::string operation(sign.substr(0, sign.size() - 1));
    const bool isWord = isa<DeclRefExpr, IntegerLiteral, FloatingLiteral>(update.getRHS()->IgnoreImpCasts());
    replace({text_.file(), place.end, value->begin}, " = " + name + " " + operation + (isWord ? " " : " ("));
    if (!isWord) replace({text_.file(), value->end, value->end}, ")");
    return {};
  }

  const Editor& editor_;
  KernelText& text_;
  const FunctionDecl& pattern_;
  std::map<std::string, unsigned> named_;
  Edits edits_;
};

}  // namespace

Result<Edits> writeEarlyLoads(const Editor& editor, const std::vector<EarlyLoad>& loads, const FunctionDecl& pattern) {
  if (Status free = areNoMacros(editor, {"const"}); !free.ok()) return free.error();
  Result<KernelText> text = KernelText::of(editor, pattern, KernelText::Directives::betweenStatements);
  if (!text.ok()) return text.error();
  return EarlyLoadWriter(editor, *text, pattern).write(loads);
}

}  // namespace warpwright::rewrite
