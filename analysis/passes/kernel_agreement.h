#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <optional>

#include "analysis/model/kernel_modeler.h"
#include "analysis/rewrite/source/editor.h"
#include "core/base/message.h"
#include "core/base/result.h"

namespace warpwright::passes {

/// Threads along x, y and z.
using BlockExtents = std::array<unsigned, 3>;

/// The block of every launch; nothing, with the reason in `why`: they differ, or there is none. Requires: all are
/// known.
std::optional<BlockExtents> blockOfLaunches(const model::ParsedKernel& kernel, Message& why);

/// What the model knows of the memory behind an argument; null: nothing.
const MemoryObject* memoryBehind(const KernelModel& model, const clang::ParmVarDecl& argument);

/// Makes the edits that all instances of a kernel ask for. `editsOf`: those of the instance of that number. Requires:
/// there is one. Errors: those of `editsOf`; instances need different texts.
Status writeAgreed(rewrite::Editor& editor, size_t instances,
                   const std::function<Result<rewrite::Edits>(size_t)>& editsOf);

}  // namespace warpwright::passes
