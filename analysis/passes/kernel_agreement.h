#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "analysis/model/kernel_modeler.h"
#include "analysis/passes/judgement.h"
#include "analysis/rewrite/source/editor.h"
#include "core/base/message.h"
#include "core/base/result.h"

namespace warpwright::passes {

/// Threads along x, y and z.
using BlockExtents = std::array<unsigned, 3>;

/// The block of every launch; nothing, with the reason in `why`: they differ, or there is none. Requires: all are
/// known.
std::optional<BlockExtents> blockOfLaunches(const model::ParsedKernel& kernel, Message& why);

/// Threads along x, y and z that no launch's block has more of; nothing: they are not known.
std::optional<BlockExtents> largestBlock(const model::ParsedKernel& kernel);

/// What the model knows of the memory behind an argument; null: nothing.
const MemoryObject* memoryBehind(const KernelModel& model, const clang::ParmVarDecl& argument);

/// Makes the edits that all instances of a kernel ask for. `editsOf`: those of the instance of that number. Requires:
/// there is one. Errors: those of `editsOf`; instances need different texts.
Status writeAgreed(rewrite::Editor& editor, size_t instances,
                   const std::function<Result<rewrite::Edits>(size_t)>& editsOf);

/// "`a` at line 3 and `b` at line 5": where loads of an argument's elements stand, each place once.
template <typename Load>
Message placesOf(const model::ParsedKernel& kernel, const std::vector<Load>& loads) {
  std::vector<Message> places;
  for (const Load& load : loads) {
    const uint32_t line = rewrite::positionAt(*kernel.unit, load.mentions.front()->getBeginLoc()).line;
    Message place("%1 at %2", code(load.array->getNameAsString()), lineText(line));
    if (std::ranges::find(places, place) == places.end()) places.push_back(std::move(place));
  }
  return listed(places);
}

}  // namespace warpwright::passes
