#include "analysis/passes/compaction/vector_plan.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Expr.h>
#include <clang/AST/Stmt.h>

#include <algorithm>

#include "analysis/passes/compaction/index_uses.h"

namespace warpwright::rewrite {
namespace {

using namespace clang;

/// Arguments are the same for all threads, and for all that one thread stands for.
Status keepsArguments(const FunctionDecl& kernel, const Effects& effects) {
  for (const ParmVarDecl* parameter : kernel.parameters()) {
    if (effects.writes.contains(parameter))
      return inputError({"it changes its argument %1", code(parameter->getNameAsString())});
  }
  return {};
}

}  // namespace

std::vector<unsigned> VectorPlan::widths() const {
  unsigned least = 16, most = 1;
  for (const Element& element : work.elements) {
    least = std::min(least, element.bytes);
    most = std::max(most, element.bytes);
  }
  std::vector<unsigned> widths;
  for (unsigned width = 16 / least; width >= 2 && width * least >= 4; width /= 2) {
    if (width * most <= 64) widths.push_back(width);
  }
  return widths;
}

Result<VectorPlan> planVectors(const Editor& editor, const FunctionDecl& kernel) {
  if (Status alone = standAlone(editor, kernel); !alone.ok()) return alone.error();
  EffectReader reader(editor, {true, 0});
  const Result<Effects> effects = reader.ofStatement(kernel.getBody());
  if (!effects.ok()) return effects.error();
  if (Status keeps = keepsArguments(kernel, *effects); !keeps.ok()) return keeps.error();
  const Mentions mentions = mentionsOf(kernel.getBody());
  Result<NumberUses> uses = findThreadNumbers(editor, *kernel.getBody());
  if (!uses.ok()) return uses.error();
  Result<KernelHead> head = readHead(reader, *kernel.getBody(), mentions);
  if (!head.ok()) return head.error();
  Result<ElementWork> work = findElements(editor, reader, *head, kernel, mentions);
  if (!work.ok()) return work.error();
  std::vector<const Expr*> subscripts;
  for (const Element& element : work->elements) subscripts.push_back(element.mentions.front()->getIdx());
  Result<std::vector<HeadPart>> needed = neededParts(reader, *head, subscripts, mentions);
  if (!needed.ok()) return needed.error();
  return VectorPlan{*std::move(uses), *std::move(head), *std::move(needed), *std::move(work)};
}

}  // namespace warpwright::rewrite
