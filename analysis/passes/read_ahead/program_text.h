#pragma once

#include <string>

namespace warpwright::preexecution {

/// The files of a pre-execution program with @MARKS@ for what differs from kernel to kernel.
std::string headerText();
std::string sourceText();
/// What follows the two where the program is handed its fields as numbers: @VALUES@ fills them in. Then, where the
/// model of a fused chip runs it, and where a worker loads it.
std::string entryText();
std::string modelEntryText();
std::string libraryEntryText();

}  // namespace warpwright::preexecution
