#pragma once

#include <string>

namespace warpwright::preexecution {

/// The files of a pre-execution program with @MARKS@ for what differs from kernel to kernel.
std::string headerText();
std::string sourceText();

}  // namespace warpwright::preexecution
