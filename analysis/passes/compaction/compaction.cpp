#include "analysis/passes/compaction/compaction.h"

#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>

#include <algorithm>

#include "analysis/passes/compaction/kernel_writer.h"
#include "analysis/passes/compaction/remainders.h"
#include "analysis/rewrite/source/macro_text.h"
#include "analysis/rewrite/source/steps.h"
#include "analysis/rewrite/style/text_layout.h"

namespace warpwright::rewrite {
namespace {

using namespace clang;

// --- Edits inside statements.

// A return inside a merged loop ends one merged thread only. `isInner`: in a loop of the kernel's own inside it.
Status changeReturns(const Editor& editor, KernelText& text, const MergedNames& names, LoopNames& loop,
                     const Stmt* part, bool isInner) {
  if (!part || isa<Expr>(part)) return {};
  if (const auto* back = dyn_cast<ReturnStmt>(part)) {
    const auto refusal = [&](const char* what) {
      return inputError(lineText(positionAt(*editor.unit(), back->getBeginLoc()).line) + " " + what);
    };
    if (!text.expression(back->getSourceRange())) return refusal("returns in a macro");
    if (back->getRetValue()) return refusal("returns an expression: write it as a statement before `return`");
    const Result<TextRange> whole = text.statement(*back);
    if (!whole.ok()) return whole.error();
    if (isInner && loop.label.empty()) loop.label = text.freshName("next_" + names.counter);
    const std::string jump = isInner ? "goto " + loop.label + ";" : "continue;";
    text.replace(*whole, loop.clearsMask ? "{ " + names.clearMask() + " " + jump + " }" : jump);
    return {};
  }
  const bool isLoop = isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(part);
  for (const Stmt* child : part->children()) {
    if (Status changed = changeReturns(editor, text, names, loop, child, isInner || isLoop); !changed.ok()) {
      return changed;
    }
  }
  return {};
}

// Loads that are done once, before the loop, get a name.
void hoistLoads(const MergedLoop& loop, KernelText& text, const DeclarationText& declarations, LoopNames& names) {
  std::map<std::string, std::string> known;
  for (const Expr* load : loop.common) {
    const auto place = text.expression(load->getSourceRange());
    if (!place) continue;  // a macro spells it: it stays where it is
    const std::string source = text.render(*place);
    auto [name, isNew] = known.try_emplace(source);
    if (isNew) {
      name->second = text.freshName(nameOfLoad(source));
      names.head.push_back("const " + declarations.valueType(*load) + name->second + " = " + source + ";");
    }
    text.replaceWhole(*place, name->second);
  }
}

// What is computed in one loop and stored in the next is kept under a name.
void nameKeptValue(const MergedLoop& loop, KernelText& text, LoopNames& names) {
  if (!loop.keeps) return;
  if (loop.keeps->choice) {
    names.keptValue = text.freshName("chosen");
    return;
  }
  const auto source = text.expression(loop.keeps->assignment->getLHS()->getSourceRange());
  names.keptValue = text.freshName(nameOfLoad(source ? std::string(text.between(*source)) : "value"));
}

}  // namespace

Result<CompactedBody> writeCompacted(const Editor& editor, const CompactionPlan& plan, const FunctionDecl& kernel,
                                     const CompactionChoice& choice) {
  Result<KernelText> read = KernelText::of(editor, kernel, KernelText::Directives::betweenStatements);
  if (!read.ok()) return read.error();
  KernelText& text = *read;
  const MergedAxis& axis = plan.axis;
  if (axis.ofBlocks && text.asksForClusters(kernel)) return inputError("the kernel asks for clusters of blocks");
  if (text.asksForBlock(kernel)) return inputError("the kernel asks for blocks of one shape");
  Status words = areNoMacros(editor, {"const", "continue", "for", "goto", "if", "int", "return", "unsigned"});
  const auto keepsChoice = [](const MergedLoop& loop) { return loop.keeps && loop.keeps->choice; };
  if (words.ok() && std::any_of(plan.loops.begin(), plan.loops.end(), keepsChoice))
    words = areNoMacros(editor, {"bool"});
  if (!words.ok()) return words.error();

  MergedNames names;
  names.counter = text.freshName("m");
  names.axis = axis;
  names.factor = std::to_string(choice.factor);
  if (choice.isRagged) names.extentArgument = editor.freshName(std::string("grid_") + axis.letter());
  if (Status hidden = findShadows(editor, text, plan, names); !hidden.ok()) return hidden.error();
  if (names.shadowsExtent && choice.isRagged) return inputError({"%1 is spelled inside a macro", axis.extent()});
  const Result<std::vector<HelperCopy>> copies = copyHelpers(editor, plan, kernel, names);
  if (!copies.ok()) return copies.error();
  names.index = names.shadowsIndex ? axis.index() : text.freshName(axis.noun() + "_" + axis.letter());
  if (plan.usesMask()) names.mask = text.freshName("live");
  if (!names.shadowsIndex) names.minimum = text.functionName("min", kernel);

  DeclarationText declarations(editor, plan, kernel, text, names.counter, names.factor);
  Status changed = allOf({changeIndexUses(editor, text, *plan.kernel->getBody(), names), declarations.changeUses()});
  std::map<const MergedLoop*, LoopNames> loops;
  for (const MergedLoop& loop : plan.loops) {
    LoopNames& own = loops[&loop];
    own.clearsMask = !names.mask.empty() && loop.hasReturn && !loop.isLast;
    for (const CodeStatement* code : loop.statements) {
      if (!loop.hasReturn || !changed.ok()) break;
      changed = changeReturns(editor, text, names, own, code->statement, false);
    }
  }
  for (const MergedLoop& loop : plan.loops) hoistLoads(loop, text, declarations, loops[&loop]);
  for (const MergedLoop& loop : plan.loops) nameKeptValue(loop, text, loops[&loop]);
  maskRemainders(plan, text);
  changed = allOf({changed, text.checkEdits()});
  if (!changed.ok()) return changed.error();

  Result<std::string> body = writeBody(plan, text, declarations, choice, names, loops);
  if (!body.ok()) return body.error();
  if (Status kept = text.keepsDirectives(*body); !kept.ok()) return kept.error();
  return CompactedBody{{text.file(), text.bodyBegin(), text.bodyEnd()},
                       text.hasCarriageReturns() ? withCarriageReturns(*body) : *body,
                       *copies,
                       names.extentArgument};
}

}  // namespace warpwright::rewrite
