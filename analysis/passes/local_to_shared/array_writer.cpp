#include "analysis/passes/local_to_shared/array_writer.h"

#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/AST/Stmt.h>
#include <clang/AST/TypeLoc.h>

#include <algorithm>
#include <optional>
#include <string>

#include "analysis/passes/compaction/kernel_text.h"
#include "analysis/passes/compaction/names.h"
#include "analysis/rewrite/edit/type_text.h"
#include "analysis/rewrite/source/macro_text.h"
#include "analysis/rewrite/style/text_layout.h"
#include "analysis/rewrite/tree/mentions.h"

namespace warpwright::rewrite {
namespace {

using namespace clang;

constexpr const char* note = "a row of shared memory for each thread";

class RowWriter {
 public:
  RowWriter(Editor& editor, const FunctionDecl& pattern, KernelText& text, const passes::BlockExtents& block)
      : editor_(editor), pattern_(pattern), text_(text) {
    static constexpr const char* indices[] = {"threadIdx.x", "threadIdx.y", "threadIdx.z"};
    for (size_t d = block.size(); d-- > 0;) {
      if (block[d] == 1 && d > 0) continue;
      threads_ += "[" + std::to_string(block[d]) + "]";
      place_ += "[" + std::string(indices[d]) + "]";
    }
  }

  Status add(const ThreadArray& array) {
    Result<TextRange> place = text_.statement(*array.statement);
    if (!place.ok()) return place.error();
    place->begin = std::max(place->begin, text_.placeOf(array.statement->getBeginLoc()));  // a pragma stays
    const Result<std::string> type =
        typeText(*editor_.unit(), array.element, {&pattern_, array.statement->getBeginLoc(), true});
    if (!type.ok()) return inputError({"the type of %1: %2", code(array.name()), said(type.error())});
    if (const Status free = areNoMacros(editor_, {array.name()}); !free.ok()) return free;
    const Result<std::string> written = extentsOf(array);
    if (!written.ok()) return written.error();
    const std::string rows = text_.freshName(array.name() + "_rows"), &extents = *written;
    std::vector<std::string> lines{"__shared__ " + *type + " " + rows + threads_ + "[" + std::to_string(array.pitch()) +
                                   "];"};
    const std::string row = rows + place_;
    lines.push_back(*type + " (&" + array.name() + ")" + extents + " = *reinterpret_cast<" + *type + " (*)" + extents +
                    ">(" + row + ");");
    // Compiled in another way, the array may have another size.
    lines.push_back("static_assert(sizeof(" + array.name() + ") <= sizeof(" + row + "), \"\");");
    if (const Status begins = begin(array, lines); !begins.ok()) return begins;
    const std::string outer = text_.indentationAt(place->begin);
    std::string all;
    for (const std::string& line : lines) all += (all.empty() ? "" : "\n" + outer) + line;
    edits_.replaceWhole(*place, text_.hasCarriageReturns() ? withCarriageReturns(all) : all);
    return {};
  }

  Status finish() {
    if (Status may = text_.check(edits_); !may.ok()) return may;
    for (const TextEdit& edit : edits_.of(text_.file()))
      editor_.replace({text_.file(), edit.offset, edit.offset + edit.length}, edit.replacement, note);
    return {};
  }

 private:
  /// "[N][4]", as it is written; of the first, a list of values may tell it.
  Result<std::string> extentsOf(const ThreadArray& array) const {
    std::string written;
    TypeLoc type = array.variable->getTypeSourceInfo()->getTypeLoc().IgnoreParens();
    for (const uint64_t extent : array.extents) {
      const auto bounds = type.getAs<ArrayTypeLoc>();
      const Expr* size = bounds ? bounds.getSizeExpr() : nullptr;
      const auto place = size ? text_.expression(size->getSourceRange()) : std::nullopt;
      const bool isOfList = bounds && !size;
      if (!place && !isOfList) return inputError({"how large %1 is stands elsewhere", code(array.name())});
      written += "[" + (isOfList ? std::to_string(extent) : std::string(text_.between(*place))) + "]";
      type = bounds.getElementLoc().IgnoreParens();
    }
    return written;
  }

  /// What the array begins with, in statements behind its declaration.
  Status begin(const ThreadArray& array, std::vector<std::string>& lines) {
    for (size_t i = 0; i < array.first.size(); ++i) {
      const auto value = text_.expression(array.first[i]->getSourceRange());
      if (!value) return inputError({"a macro spells what %1 begins with", code(array.name())});
      lines.push_back(array.name() + "[" + std::to_string(i) + "] = " + std::string(text_.between(*value)) + ";");
    }
    if (!array.isFilled) return {};
    const std::string index = text_.freshName("element");
    lines.push_back("for (unsigned " + index + " = " + std::to_string(array.first.size()) + "; " + index + " < " +
                    std::to_string(array.elements()) + "; ++" + index + ") " + array.name() +
                    subscriptsOf(index, array.extents) + " = 0;");
    return {};
  }

  Editor& editor_;
  const FunctionDecl& pattern_;
  KernelText& text_;
  std::string threads_, place_;  ///< "[8][32]", "[threadIdx.y][threadIdx.x]"
  Edits edits_;
};

}  // namespace

Status writeRows(Editor& editor, const model::ParsedKernel& kernel, const std::vector<ThreadArray>& arrays,
                 const passes::BlockExtents& block) {
  const FunctionDecl& pattern = *kernel.pattern;
  const Status words = areNoMacros(
      editor, {"unsigned", "for", "threadIdx", "x", "y", "z", "static_assert", "sizeof", "reinterpret_cast"});
  if (!words.ok()) return words;
  std::string hidden = hiddenBuiltIn(editor, pattern);
  for (const auto& [variable, declared] : mentionsOf(pattern.getBody()).declared) {
    if (variable->getName() == "threadIdx") hidden = "threadIdx";
  }
  if (!hidden.empty()) return inputError({"%1 is something else in it", code(hidden)});
  Result<KernelText> text = KernelText::of(editor, pattern, KernelText::Directives::betweenStatements);
  if (!text.ok()) return text.error();
  RowWriter writer(editor, pattern, *text, block);
  for (const ThreadArray& array : arrays) {
    if (Status could = writer.add(array); !could.ok()) return could;
  }
  return writer.finish();
}

}  // namespace warpwright::rewrite
