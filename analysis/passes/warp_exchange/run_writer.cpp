#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>

#include <string>

#include "analysis/passes/compaction/kernel_text.h"
#include "analysis/passes/warp_exchange/warp_run.h"
#include "analysis/rewrite/edit/type_text.h"
#include "analysis/rewrite/source/macro_text.h"
#include "analysis/rewrite/tree/mentions.h"

namespace warpwright::passes {
namespace {

using namespace clang;
using rewrite::TextRange;

constexpr const char* note = "the lanes of a warp exchange by shuffles";

class RunWriter {
 public:
  RunWriter(const rewrite::Editor& editor, const FunctionDecl& pattern, const WarpRun& run, const std::string& lane)
      : editor_(editor), pattern_(pattern), run_(run), lane_(lane) {}

  Result<rewrite::Edits> write() {
    Result<rewrite::KernelText> text = rewrite::KernelText::of(editor_, pattern_);
    if (!text.ok()) return text.error();
    text_ = &*text;
    for (const char* word : {"__shfl_up_sync", "__shfl_down_sync", "__syncwarp", "threadIdx"})
      if (rewrite::isMacroName(editor_, word)) return inputError({"%1 is the name of a macro", code(word)});
    const std::string name = run_.array->getNameAsString();
    own_ = text_->freshName(name + "_own");
    other_ = text_->freshName(name + "_other");
    if (Status made = nameType(); !made.ok()) return made.error();
    if (Status made = open(); !made.ok()) return made.error();
    for (const RunStep& step : run_.steps)
      if (Status made = writeStep(step); !made.ok()) return made.error();
    for (const ArraySubscriptExpr* read : run_.reads)
      if (Status made = replace(*read, own_); !made.ok()) return made.error();
    if (!run_.endsInStore) {
      const Result<std::string> element = textOf(*run_.behind);
      if (!element.ok()) return element.error();
      const std::string wait = run_.countsOnLockstep && run_.isReadBehind ? " __syncwarp();" : "";
      if (Status made = putBehind(*run_.steps.back().statement, *element + " = " + own_ + ";" + wait); !made.ok())
        return made.error();
    }
    if (Status clear = edits_.check(text_->file(), editor_.textOf(text_->file())); !clear.ok()) return clear.error();
    return std::move(edits_);
  }

 private:
  /// As it is written: a template's T, where an instance has float.
  Status nameType() {
    const rewrite::Mentions mentions = rewrite::mentionsOf(pattern_.getBody());
    QualType type = run_.element;
    const auto take = [&](const VarDecl& variable) {
      if (variable.getLocation() != run_.array->getLocation()) return;
      const QualType whole = variable.getType();
      type = whole->isArrayType() ? variable.getASTContext().getBaseElementType(whole) : whole->getPointeeType();
    };
    for (const auto& [variable, declared] : mentions.declared) take(*variable);
    for (const ParmVarDecl* parameter : pattern_.parameters()) take(*parameter);
    const rewrite::TypePlace place{&pattern_, run_.steps.front().statement->getBeginLoc(), true};
    const Result<std::string> text = rewrite::typeText(*editor_.unit(), type.getUnqualifiedType(), place);
    if (!text.ok())
      return inputError({"elements of %1 cannot be kept: %2", code(run_.array->getNameAsString()), said(text.error())});
    type_ = *text;
    return {};
  }

  Result<TextRange> placeOf(const ArraySubscriptExpr& mention) const {
    const auto place = text_->expression(mention.getSourceRange());
    if (!place || mention.getBeginLoc().isMacroID()) return inputError("a macro spells an element");
    return *place;
  }
  Result<std::string> textOf(const ArraySubscriptExpr& mention) const {
    const Result<TextRange> place = placeOf(mention);
    if (!place.ok()) return place.error();
    return std::string(text_->between(*place));
  }
  Status replace(const ArraySubscriptExpr& mention, const std::string& by) {
    const Result<TextRange> place = placeOf(mention);
    if (!place.ok()) return place.error();
    edits_.replace(*place, by, note);
    return {};
  }

  Status put(const Stmt& statement, bool isBehind, const std::string& line) {
    const Result<TextRange> place = text_->statement(statement);
    if (!place.ok()) return place.error();
    if (statement.getBeginLoc().isMacroID()) return inputError("a macro spells a step");
    const bool isAlone = text_->startsLine(place->begin);
    const std::string gap =
        isAlone ? (text_->hasCarriageReturns() ? "\r\n" : "\n") + text_->indentationAt(place->begin) : std::string(" ");
    const uint32_t at = isBehind ? text_->afterComment(place->end) : place->begin;
    edits_.replace({text_->file(), at, at}, isBehind ? gap + line : line + gap, note);
    return {};
  }
  Status putBefore(const Stmt& statement, const std::string& line) { return put(statement, false, line); }
  Status putBehind(const Stmt& statement, const std::string& line) { return put(statement, true, line); }

  /// The register begins as what the opening stores, or what is in memory. A floating-point number goes through memory:
  /// compilers may not join a product with the sums that come.
  Status open() {
    const bool isKept = run_.opening && !run_.element->isFloatingType();
    if (isKept && !run_.isOpenedByDeclaration) return replace(*run_.opened, type_ + " " + own_);
    if (isKept) {
      if (Status made = putBefore(*run_.opening, type_ + " " + own_ + ";"); !made.ok()) return made;
      return replace(*run_.opened, own_);
    }
    const Result<std::string> element = textOf(*run_.before);
    if (!element.ok()) return element.error();
    return putBefore(*run_.steps.front().statement, type_ + " " + own_ + " = " + *element + ";");
  }

  Status writeStep(const RunStep& step) {
    const bool isStore = run_.endsInStore && &step == &run_.steps.back();
    for (const RunElement& one : step.elements) {
      if (isStore || (one.distance != 0 && one.distance != step.fetched)) continue;  // of no lane of the warp
      const Result<std::string> now = wordFor(one);
      if (!now.ok()) return now.error();
      if (Status made = replace(*one.mention, *now); !made.ok()) return made;
    }
    if (step.fetched == 0) return {};
    const std::string way = step.fetched < 0 ? "__shfl_up_sync" : "__shfl_down_sync";
    const std::string line =
        other_ + " = " + way + "(0xffffffff, " + own_ + ", " + std::to_string(std::abs(step.fetched)) + ");";
    const bool isFirst = !hasFetched_;
    hasFetched_ = true;
    return putBefore(*step.statement, (isFirst ? type_ + " " : std::string()) + line);
  }

  Result<std::string> wordFor(const RunElement& one) const {
    if (one.distance == 0) return own_;
    if (one.beyond == RunElement::Beyond::none) return other_;
    if (lane_.empty()) return inputError("which lane a thread is cannot be said there");
    const Result<std::string> element = textOf(*one.mention);
    if (!element.ok()) return element.error();
    const std::string isInside =
        one.distance < 0 ? " >= " + std::to_string(-one.distance) : " < " + std::to_string(lanesOfWarp - one.distance);
    return "(" + lane_ + isInside + " ? " + other_ + " : " +
           (one.beyond == RunElement::Beyond::zero ? std::string("0") : *element) + ")";
  }

  const rewrite::Editor& editor_;
  const FunctionDecl& pattern_;
  const WarpRun& run_;
  const std::string& lane_;
  rewrite::KernelText* text_ = nullptr;
  rewrite::Edits edits_;
  std::string own_, other_, type_;
  bool hasFetched_ = false;
};

}  // namespace

Result<rewrite::Edits> editsOf(const rewrite::Editor& editor, const FunctionDecl& pattern, const WarpRun& run,
                               const std::string& lane) {
  return RunWriter(editor, pattern, run, lane).write();
}

}  // namespace warpwright::passes
