#include "analysis/passes/shared_room.h"

#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>

#include <algorithm>

#include "analysis/frontend/statement_search.h"
#include "analysis/model/code_pieces.h"
#include "analysis/model/cuda_names.h"
#include "analysis/model/kernel_mentions.h"
#include "analysis/model/source_text.h"
#include "analysis/rewrite/source/editor.h"
#include "core/device/launch_limits.h"

namespace warpwright::passes {

uint64_t spacedShared(uint64_t bytes) {
  constexpr uint64_t mostAlignment = 128;  // that types and libraries of CUDA ask for
  return (bytes + mostAlignment - 1) / mostAlignment * mostAlignment;
}

uint64_t spacedShared(const KernelModel& model, uint64_t times) {
  uint64_t bytes = 0;
  for (const MemoryObject& object : model.objects) {
    if (object.space == MemorySpace::shared && !object.isDynamic) bytes += spacedShared(object.bytes * times);
  }
  return bytes;
}

std::optional<Judgement> judgeSharedAsked(const model::ParsedKernel& kernel) {
  for (const KernelModel& model : kernel.models) {
    for (const Launch& launch : model.launches) {
      if (!launch.sharedBytes)
        return makeJudgement(VerdictKind::unknown,
                             {"How much shared memory the launch at %1 asks for is not known.", lineText(launch.at)});
    }
  }
  return std::nullopt;
}

std::optional<Judgement> judgeSharedPlaces(const KernelModel& model, const Message& more) {
  for (const MemoryObject& object : model.objects) {
    if (object.space == MemorySpace::shared && object.showsAddress)
      return makeJudgement(VerdictKind::unknown,
                           {"With %1 in shared memory %2 lies elsewhere there, and the program may learn where: %3.",
                            more, code(object.name), object.unknownReason});
  }
  return std::nullopt;
}

std::optional<Judgement> judgeDeclaredShared(const KernelModel& model, const Message& more) {
  for (const MemoryObject& object : model.objects) {
    if (object.space == MemorySpace::shared && object.isDynamic)
      return makeJudgement(VerdictKind::refused,
                           {"%1, whose size launches give, would begin behind the %2.", code(object.name), more});
  }
  return judgeSharedPlaces(model, more);
}

uint64_t sharedTaken(const model::ParsedKernel& kernel, uint64_t times) {
  uint64_t most = 0;
  for (const KernelModel& model : kernel.models) {
    uint64_t asked = 0;
    for (const Launch& launch : model.launches)
      asked = std::max(asked, launch.sharedBytes.value_or(mostSharedUnasked + 1));
    most = std::max(most, asked + spacedShared(model, times));
  }
  return most;
}

uint64_t sharedLeft(const model::ParsedKernel& kernel) {
  return mostSharedUnasked - std::min(sharedTaken(kernel), mostSharedUnasked);
}

std::optional<Judgement> judgeLaunchedTogether(const model::ParsedKernel& kernel) {
  const model::SourceText text(*kernel.unit);
  const std::string name = kernel.pattern->getQualifiedNameAsString();
  const clang::Stmt* found = nullptr;
  const auto launches = [&](const clang::Stmt& part) {
    const auto* call = llvm::dyn_cast<clang::CallExpr>(&part);
    if (!call || call->getNumArgs() == 0 || !model::cudaFunction(*call, text).starts_with("cudaLaunchCooperative"))
      return false;
    const auto named = model::namedKernels(call->getArg(0));
    const auto isIt = [&](const clang::FunctionDecl* one) { return one->getQualifiedNameAsString() == name; };
    if (named.empty() || std::ranges::any_of(named, isIt)) found = call;
    return found != nullptr;
  };
  for (const clang::Stmt* piece : model::codePieces(*kernel.unit).pieces) {
    if (frontend::anyPart(piece, launches)) break;
  }
  if (!found) return std::nullopt;
  return makeJudgement(
      VerdictKind::refused,
      {"%1 launches the kernel only if all of its blocks find room at once: with more memory they may find none.",
       capitalised(lineText(rewrite::positionAt(*kernel.unit, found->getBeginLoc()).line))});
}

}  // namespace warpwright::passes
