#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/passes/judgement.h"

namespace clang {
class ParmVarDecl;
}  // namespace clang

namespace warpwright::passes {

/// Why the kernel may change what is behind a pointer argument while it runs; nothing: it does not. Adds what that
/// rests on: that memory which it writes lies apart. `whose`: who reads it, the end of a sentence, ", which other
/// threads load in the loop".
std::optional<Judgement> judgeUnwritten(const KernelModel& model, const clang::ParmVarDecl& argument,
                                        const Message& whose, std::vector<Assumption>& assumptions);
/// The same of memory that the model knows, which the text calls `name`. `array`: null is not known.
std::optional<Judgement> judgeUnwritten(const KernelModel& model, const MemoryObject* array, const std::string& name,
                                        const Message& whose, std::vector<Assumption>& assumptions);

/// Why what the kernel loads may be changed by others while it runs, and a thread would have to see that where it
/// loads it now; nothing: it has no means to.
std::optional<Judgement> judgeOthersWrites(const KernelModel& model);

}  // namespace warpwright::passes
