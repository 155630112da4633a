#include "analysis/passes/compaction/group_calls.h"

#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>
#include <llvm/ADT/StringSwitch.h>

#include <optional>

#include "analysis/passes/compaction/effects.h"
#include "analysis/passes/compaction/whole_warps.h"

namespace warpwright::rewrite {
namespace {

using namespace clang;

/// Is it declared by the library itself?
bool isOfGroups(const NamedDecl& declaration) {
  const SourceManager& sources = declaration.getASTContext().getSourceManager();
  return declaration.getQualifiedNameAsString().starts_with("cooperative_groups::") &&
         sources.isInSystemHeader(declaration.getLocation());
}

/// A group of the library by the name of its class, and how many threads it has; 0: those of the block.
struct Group {
  StringRef name;
  uint64_t width = 0;
};

std::optional<Group> groupOf(QualType type) {
  const auto* record = type.getNonReferenceType()->getAsCXXRecordDecl();
  if (!record || !isOfGroups(*record)) return std::nullopt;
  const auto* made = dyn_cast<ClassTemplateSpecializationDecl>(record);
  if (!made) return Group{record->getName()};
  const TemplateArgument& width = made->getTemplateArgs()[0];
  if (width.getKind() != TemplateArgument::Integral) return std::nullopt;
  return Group{record->getName(), width.getAsIntegral().getZExtValue()};
}

bool isBlock(const std::optional<Group>& group) {
  return group && group->name == "thread_block";
}
bool isTile(const std::optional<Group>& group) {
  return group && group->name == "thread_block_tile" && group->width > 0 && group->width <= threadsOfWarp;
}

GroupCall methodOf(StringRef name, const std::optional<Group>& group) {
  if (isBlock(group)) {
    return llvm::StringSwitch<GroupCall>(name)
        .Cases("size", "num_threads", "group_dim", "dim_threads", GroupCall::looksAlike)
        .Cases("thread_rank", "thread_index", GroupCall::looks)
        .Default(GroupCall::none);
  }
  if (!isTile(group)) return GroupCall::none;
  const GroupCall rank = group->width == threadsOfWarp ? GroupCall::looksAlike : GroupCall::looks;
  return llvm::StringSwitch<GroupCall>(name)
      .Cases("size", "num_threads", "meta_group_size", GroupCall::looksAlike)
      .Case("meta_group_rank", rank)
      .Case("thread_rank", GroupCall::looks)
      .Cases("shfl", "shfl_down", "shfl_up", "shfl_xor", GroupCall::exchanges)
      .Cases("any", "all", "ballot", "match_any", GroupCall::exchanges)
      .Case("sync", GroupCall::orders)
      .Default(GroupCall::none);
}

/// Does the operation that values are put together by come from the library, too? Others may do anything.
bool isPlainOperation(const Expr& operation) {
  const auto* record = operation.getType().getNonReferenceType()->getAsCXXRecordDecl();
  return record && isOfGroups(*record);
}

GroupCall functionOf(const CallExpr& call, const FunctionDecl& callee) {
  const auto group = [&](unsigned i) {
    return i < call.getNumArgs() ? groupOf(call.getArg(i)->IgnoreParenImpCasts()->getType()) : std::nullopt;
  };
  const StringRef name = callee.getName();
  if (name == "this_thread_block") return call.getNumArgs() == 0 ? GroupCall::looks : GroupCall::none;
  if (name == "tiled_partition")
    return isBlock(group(0)) && isTile(groupOf(call.getType())) ? GroupCall::looks : GroupCall::none;
  if (!isTile(group(0))) return GroupCall::none;
  if (name == "sync") return GroupCall::orders;
  const bool isReduced = name == "reduce" && call.getNumArgs() == 3 && isPlainOperation(*call.getArg(2));
  return isReduced ? GroupCall::exchanges : GroupCall::none;
}

}  // namespace

GroupCall groupCall(const CallExpr& call) {
  const FunctionDecl* callee = call.getDirectCallee();
  if (!callee || !isOfGroups(*callee)) return GroupCall::none;
  const auto* member = dyn_cast<MemberExpr>(call.getCallee()->IgnoreParenImpCasts());
  const std::optional<Group> object =
      member && !member->isArrow() ? groupOf(member->getBase()->IgnoreParenImpCasts()->getType()) : std::nullopt;
  if (isa<CXXConversionDecl>(callee))  // a tile that keeps what it was made of, to one that does not
    return isTile(object) && isTile(groupOf(call.getType())) ? GroupCall::looks : GroupCall::none;
  if (!callee->getDeclName().isIdentifier()) return GroupCall::none;
  if (member) return methodOf(callee->getName(), object);
  return isa<CXXMethodDecl>(callee) ? GroupCall::none : functionOf(call, *callee);
}

// Groups of a block and tiles of a warp are what they were where blocks are merged; where threads are, others.
Status EffectReader::groups(const CallExpr& call) {
  const GroupCall done = groupCall(call);
  const FunctionDecl& callee = *call.getDirectCallee();
  const bool isBlock = !isa<CXXMethodDecl>(callee) && callee.getName() == "this_thread_block";
  if (done == GroupCall::none || (!axis_.ofBlocks && !isBlock)) return refusal(call, "uses cooperative groups");
  effects_.orders = effects_.orders || done == GroupCall::orders;
  if (done == GroupCall::exchanges || done == GroupCall::orders) effects_.exchanges = effects_.calls = true;
  const auto* member = dyn_cast<MemberExpr>(call.getCallee()->IgnoreParenImpCasts());
  if (Status known = member ? readAll({member->getBase()}) : Status(); !known.ok()) return known;
  return readAll({call.getArgs(), call.getNumArgs()});
}

}  // namespace warpwright::rewrite
