#pragma once

#include <vector>

#include "core/kernel/ptx_text.h"

namespace warpwright {

/// By line of the function, from its head on: may control come back to it? Its basic block is then part of a cycle of
/// branches. Where it is not known where one leads, all lines may run again.
std::vector<bool> ptxRepeats(const PtxLines& lines, const PtxFunction& function);

}  // namespace warpwright
