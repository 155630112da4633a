#include "analysis/passes/shared_table/argument_tables.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>

#include <algorithm>

#include "analysis/model/written_kernel.h"
#include "analysis/passes/kernel_agreement.h"
#include "analysis/passes/pointer_flow.h"
#include "analysis/passes/shared_table/launched_memory.h"
#include "analysis/passes/shared_table/lookup_tables.h"
#include "analysis/passes/unwritten_argument.h"
#include "core/device/launch_limits.h"

namespace warpwright::rewrite {

std::string ArgumentTable::name() const {
  return argument->getNameAsString();
}

clang::QualType ArgumentTable::type() const {
  return argument->getType()->getPointeeType().getUnqualifiedType();
}

uint64_t ArgumentTable::elementBytes() const {
  return static_cast<uint64_t>(argument->getASTContext().getTypeSizeInChars(type()).getQuantity());
}

}  // namespace warpwright::rewrite

namespace warpwright::passes {
namespace {

using namespace clang;
using enum VerdictKind;
using rewrite::ArgumentTable;

bool isTable(const ParmVarDecl& argument) {
  const QualType type = argument.getType();
  if (!type->isPointerType() || argument.getDeclName().isEmpty() || type->isDependentType()) return false;
  const QualType element = type->getPointeeType();
  return element->isObjectType() && !element->isIncompleteType() && !element.isVolatileQualified() &&
         rewrite::isCopiedAsBytes(element.getUnqualifiedType(), argument.getASTContext());
}

std::optional<Judgement> judgeFlow(const model::ParsedKernel& kernel, const rewrite::Functions& called,
                                   const ArgumentTable& table) {
  for (const FunctionDecl* instance : model::instancesOf(kernel)) {
    const FunctionDecl* definition = nullptr;
    if (!instance->hasBody(definition)) continue;
    const unsigned index = table.argument->getFunctionScopeIndex();
    const auto other = beyondElements(called, *definition->getParamDecl(index));
    if (!other) continue;
    return makeJudgement(VerdictKind::unknown,
                         {"%1 does more with %2 than to read its elements.",
                          capitalised(lineText(rewrite::positionAt(*kernel.unit, *other).line)), code(table.name())});
  }
  return std::nullopt;
}

std::optional<Judgement> judgeArgument(const model::ParsedKernel& kernel, const rewrite::Functions& called,
                                       ArgumentTable& table) {
  for (const KernelModel& model : kernel.models) {
    if (auto written = judgeUnwritten(model, *table.argument, ", which it looks up", table.assumptions)) return written;
    if (auto others = judgeOthersWrites(model)) return others;
  }
  if (table.argument->getType().isConstQualified())
    return makeJudgement(refused, {"%1 is a constant, which cannot lead to a copy.", code(table.name())});
  return judgeFlow(kernel, called, table);
}

/// Takes out tables that `judge` says something against; gives the first of it.
template <typename Judge>
std::optional<Judgement> dropFirst(std::vector<ArgumentTable>& tables, const Judge& judge) {
  std::optional<Judgement> why;
  std::erase_if(tables, [&](ArgumentTable& table) {
    std::optional<Judgement> judged = judge(table);
    if (!judged) return false;
    if (!why) why = std::move(judged);
    return true;
  });
  return why;
}

/// Finds how many elements launches pass; gives why that is not known.
std::optional<Judgement> measure(const model::ParsedKernel& kernel, ArgumentTable& table) {
  const Result<LaunchedBytes> memory = launchedBytes(kernel, *table.argument);
  if (!memory.ok())
    return makeJudgement(
        unknown, {"How much memory launches pass for %1 is not known. %2", code(table.name()), said(memory.error())});
  const uint64_t bytes = memory->bytes;
  if (bytes > mostSharedUnasked)
    return makeJudgement(refused, {"Behind %1 are %2 bytes, and a block has %3 bytes of shared memory.",
                                   code(table.name()), bytes, mostSharedUnasked});
  table.elements = bytes / table.elementBytes();
  if (table.elements == 0) return makeJudgement(refused, {"%1 has no whole element.", code(table.name())});
  Message all = {"`%1` leads to all of a memory of %2 bytes at every launch", table.name(), bytes};
  if (memory->choiceAt != 0)
    all = {"%1, as the condition at line %2 (#if) chooses", all, std::to_string(memory->choiceAt)};
  table.assumptions.push_back({std::move(all), {}, true});
  return std::nullopt;
}

}  // namespace

std::vector<ArgumentTable> argumentTables(const model::ParsedKernel& kernel, const DataReads& ofData) {
  std::vector<ArgumentTable> tables;
  for (const ParmVarDecl* argument : kernel.pattern->parameters()) {
    if (!isTable(*argument)) continue;
    const bool isLookedUp = std::ranges::any_of(kernel.models, [&](const KernelModel& model) {
      const MemoryObject* object = memoryBehind(model, *argument);
      return object && ofData.leadInto(model, object->id);
    });
    if (isLookedUp) tables.push_back({argument, 0});
  }
  return tables;
}

std::optional<Judgement> dropChanged(const model::ParsedKernel& kernel, const rewrite::Functions& called,
                                     std::vector<ArgumentTable>& tables) {
  return dropFirst(tables, [&](ArgumentTable& table) { return judgeArgument(kernel, called, table); });
}

std::optional<Judgement> dropUnmeasured(const model::ParsedKernel& kernel, std::vector<ArgumentTable>& tables) {
  return dropFirst(tables, [&](ArgumentTable& table) { return measure(kernel, table); });
}

}  // namespace warpwright::passes
