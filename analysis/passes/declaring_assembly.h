#pragma once

#include "analysis/model/kernel_modeler.h"
#include "core/base/message.h"

namespace warpwright::passes {

/// Assembly of the kernel, or of a function that it may call, that declares a register, memory or a label outside of
/// braces, with its line, as the rest of a sentence: a compiler that writes it twice, for two rounds of a loop or two
/// calls, declares the name twice. Empty: there is none.
Message declaringAssembly(const model::ParsedKernel& kernel);

/// The same of assembly that is volatile, says what it clobbers, or asks which threads are active: what others see of
/// it, and what it sees of others, may depend on how often its code stands.
Message assemblyWithEffects(const model::ParsedKernel& kernel);

}  // namespace warpwright::passes
