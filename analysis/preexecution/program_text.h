#pragma once

#include <string>

namespace warpwright::preexecution {

/// The files of a pre-execution program with @MARKS@ for what differs from kernel to kernel.
std::string headerText();
std::string sourceText();
/// What follows the two where the model of a fused chip runs the program.
std::string modelEntryText();

}  // namespace warpwright::preexecution
