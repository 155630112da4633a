#include "analysis/passes/kernel_agreement.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "core/device/launch_limits.h"

namespace warpwright::passes {
namespace {

unsigned threadsOf(const BlockExtents& block) {
  return block[0] * block[1] * block[2];
}

bool isSame(const rewrite::Edits& a, const rewrite::Edits& b, const std::string& file) {
  const std::vector<TextEdit>&x = a.of(file), &y = b.of(file);
  return std::equal(x.begin(), x.end(), y.begin(), y.end(), [](const TextEdit& one, const TextEdit& other) {
    return one.offset == other.offset && one.length == other.length && one.replacement == other.replacement;
  });
}

}  // namespace

std::optional<BlockExtents> blockOfLaunches(const model::ParsedKernel& kernel, Message& why) {
  std::optional<BlockExtents> block;
  for (const KernelModel& model : kernel.models) {
    for (const Launch& launch : model.launches) {
      BlockExtents here{};
      for (size_t d = 0; d < 3; ++d) here[d] = launch.block[d].value_or(1);
      if (block && *block != here) {
        why = threadsOf(*block) == threadsOf(here)
                  ? Message("Launches have blocks of several shapes.")
                  : Message("Launches have blocks of %1 and of %2 threads.", threadsOf(*block), threadsOf(here));
        return std::nullopt;
      }
      block = here;
    }
  }
  if (!block) why = "No launch of the kernel is known to run.";
  return block;
}

std::optional<BlockExtents> largestBlock(const model::ParsedKernel& kernel) {
  BlockExtents most{1, 1, 1};
  std::array<bool, 3> isOpen{};
  bool isLaunched = false;
  for (const KernelModel& model : kernel.models) {
    for (const Launch& launch : model.launches) {
      isLaunched = true;
      for (size_t d = 0; d < 3; ++d) {
        most[d] = std::max<unsigned>(most[d], launch.block[d].value_or(1));
        isOpen[d] = isOpen[d] || !launch.block[d];
      }
    }
  }
  const auto open = std::ranges::find(isOpen, true);
  if (open == isOpen.end()) return isLaunched ? std::optional(most) : std::nullopt;
  // Of one dimension alone it is known how many threads a block has at most.
  if (most != BlockExtents{1, 1, 1} || std::ranges::count(isOpen, true) > 1) return std::nullopt;
  most[static_cast<size_t>(open - isOpen.begin())] = mostThreadsOfBlock;
  return most;
}

const MemoryObject* memoryBehind(const KernelModel& model, const clang::ParmVarDecl& argument) {
  const auto index = static_cast<int>(argument.getFunctionScopeIndex());
  const auto found = std::find_if(model.objects.begin(), model.objects.end(),
                                  [&](const MemoryObject& object) { return object.argumentIndex == index; });
  return found == model.objects.end() ? nullptr : &*found;
}

Status writeAgreed(rewrite::Editor& editor, size_t instances,
                   const std::function<Result<rewrite::Edits>(size_t)>& editsOf) {
  std::optional<rewrite::Edits> agreed;
  for (size_t i = 0; i < instances; ++i) {
    Result<rewrite::Edits> edits = editsOf(i);
    if (!edits.ok()) return edits.error();
    if (agreed && !isSame(*agreed, *edits, edits->files().front()))
      return inputError("its instances would need different changes");
    agreed = *std::move(edits);
  }
  const std::string file = agreed->files().front();
  for (const TextEdit& edit : agreed->of(file))
    editor.replace({file, edit.offset, edit.offset + edit.length}, edit.replacement, edit.note);
  return {};
}

}  // namespace warpwright::passes
