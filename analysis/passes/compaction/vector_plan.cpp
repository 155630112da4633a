#include "analysis/passes/compaction/vector_plan.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Expr.h>
#include <clang/AST/Stmt.h>

#include <algorithm>
#include <set>

#include "analysis/passes/compaction/element_subscripts.h"
#include "analysis/passes/compaction/index_uses.h"
#include "analysis/passes/compaction/names.h"
#include "analysis/passes/compaction/stride_loop.h"
#include "analysis/rewrite/source/statement.h"

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

/// The head is computed a second time in front of the body, and elements are named there, and once more at the end of
/// the work: what they are made of must mean the same in these places.
/// `there`: declarations that stand in front of all that.
Status keepsNames(const FunctionDecl& kernel, const std::vector<HeadPart>& needed, const ElementWork& work,
                  const std::vector<HeadPart>& there = {}) {
  const KernelNames names(kernel);
  const auto ambiguous = [](const std::string& name) { return inputError({"%1 means two things in it", code(name)}); };
  VariableSet declared;
  const auto declare = [&](const HeadPart& part) {
    const auto* variables = part.condition ? nullptr : dyn_cast<DeclStmt>(ignoreWrappers(part.statement));
    if (!variables) return;
    for (const Decl* one : variables->decls()) declared.insert(dyn_cast<VarDecl>(one));
  };
  std::for_each(there.begin(), there.end(), declare);
  for (const HeadPart& part : needed) {
    declare(part);
    const Stmt& repeated = part.condition ? *part.condition : *part.statement;
    if (const std::string lost = names.lostIn(repeated, declared); !lost.empty()) return ambiguous(lost);
  }
  for (const Element& element : work.elements) {
    const Stmt& mention = *element.mentions.front();
    const std::string lost = names.lostIn(mention, declared), other = names.ambiguousIn(mention);
    if (!lost.empty() || !other.empty()) return ambiguous(lost.empty() ? other : lost);
  }
  return {};
}

/// Neighbours are rounds of a loop, of which each thread does several at once.
Result<VectorPlan> planRounds(const Editor& editor, EffectReader& reader, const FunctionDecl& kernel,
                              const StrideLoop& rounds, const Mentions& mentions) {
  Result<KernelHead> head = readRounds(editor, reader, kernel, rounds, mentions);
  if (!head.ok()) return head.error();
  if (!ElementSubscripts(reader, *head, mentions, kernel.getASTContext()).isSame(*rounds.bound))
    return inputError({"%1 has a loop that does not end at one number for all threads",
                       lineText(positionAt(*editor.unit(), rounds.statement->getBeginLoc()).line)});
  Result<ElementWork> work = findElements(editor, reader, *head, kernel, mentions);
  if (!work.ok()) return work.error();
  if (Status keeps = keepsNames(kernel, {{rounds.statement->getInit(), nullptr, nullptr}}, *work, head->parts);
      !keeps.ok())
    return keeps.error();
  return VectorPlan{{}, *std::move(head), {}, *std::move(work)};
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
  if (Status alone = standAlone(editor, kernel, 0); !alone.ok()) return alone.error();
  EffectReader reader(editor, {true, 0});
  const Result<Effects> effects = reader.ofStatement(kernel.getBody());
  if (!effects.ok()) return effects.error();
  if (effects->retypes) return inputError("it sees a variable as one of another type");
  if (Status keeps = keepsArguments(kernel, *effects); !keeps.ok()) return keeps.error();
  const Mentions mentions = mentionsOf(kernel.getBody());
  if (const auto rounds = strideLoopOf(*kernel.getBody(), mentions, kernel.getASTContext()))
    return planRounds(editor, reader, kernel, *rounds, mentions);
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
  if (Status keeps = keepsNames(kernel, *needed, *work); !keeps.ok()) return keeps.error();
  return VectorPlan{*std::move(uses), *std::move(head), *std::move(needed), *std::move(work)};
}

}  // namespace warpwright::rewrite
