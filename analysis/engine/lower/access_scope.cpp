#include "analysis/engine/lower/access_scope.h"

#include <optional>

#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Metadata.h>

#include "analysis/engine/lower/source_names.h"

namespace warpwright::engine {

using namespace llvm;

namespace {

constexpr const char *scopeMetadata = "warpwright.scope", *readOnlyMetadata = "warpwright.readonly";

/// Blocks are clusters of their own here, but what is meant for a cluster may meet that of another block.
std::optional<Scope> scopeIn(StringRef ptxName) {
  if (ptxName.contains(".cta")) return Scope::block;
  if (ptxName.contains(".sys")) return Scope::system;
  if (ptxName.contains(".gpu") || ptxName.contains(".gl") || ptxName.contains(".cluster")) return Scope::device;
  return std::nullopt;
}

/// Does the instruction stand in a function of our own headers with such a name?
template <typename Fits>
bool isInOwn(const Instruction& instruction, Fits fits) {
  const DILocation* at = instruction.getDebugLoc().get();
  const DISubprogram* function = at != nullptr ? at->getScope()->getSubprogram() : nullptr;
  // A template's name ends with its arguments.
  if (function == nullptr || !fits(function->getName().split('<').first)) return false;
  const StringRef file = function->getFilename();
  return isOwnHeader(file.starts_with("/") ? file.str() : (function->getDirectory() + "/" + file).str());
}

}  // namespace

Scope scopeOf(const Instruction& instruction) {
  if (const MDNode* mark = instruction.getMetadata(scopeMetadata))
    return static_cast<Scope>(mdconst::extract<ConstantInt>(mark->getOperand(0))->getZExtValue());
  if (isInOwn(instruction, [](StringRef name) { return name.ends_with("_block"); })) return Scope::block;
  return isa<FenceInst>(instruction) ? Scope::system : Scope::device;
}

bool isCopiedAtOnce(const Instruction& instruction) {
  return isInOwn(instruction,
                 [](StringRef name) { return name == "memcpy_async" || name == "__warpwright_copyTogether"; });
}

void markScope(Instruction& instruction, StringRef ptxName) {
  const std::optional<Scope> scope = scopeIn(ptxName);
  if (!scope) return;
  LLVMContext& context = instruction.getContext();
  auto* number = ConstantInt::get(Type::getInt8Ty(context), static_cast<uint64_t>(*scope));
  instruction.setMetadata(scopeMetadata, MDNode::get(context, ConstantAsMetadata::get(number)));
}

void markReadOnly(Instruction& load) {
  load.setMetadata(readOnlyMetadata, MDNode::get(load.getContext(), {}));
}

bool isMarkedReadOnly(const Instruction& instruction) {
  return instruction.getMetadata(readOnlyMetadata) != nullptr;
}

SiteKind texelAccess(const CallInst& call) {
  constexpr uint64_t writes = 128;
  const auto* kind = dyn_cast<ConstantInt>(call.getArgOperand(3));
  const bool isSurface = call.getCalledFunction()->getName().ends_with("surface");
  return isSurface && kind && (kind->getZExtValue() & writes) != 0 ? SiteKind::store : SiteKind::load;
}

}  // namespace warpwright::engine
