#pragma once

#include <string>
#include <vector>

#include "analysis/model/kernel_modeler.h"
#include "core/finding/opportunity.h"

namespace warpwright::passes {

/// Who touches the object where, one step a place, in source order: how, with which index, under which conditions of
/// the source. `whose` ends the sentence: "each thread writes `s[t]`, its own element".
std::vector<Evidence> whoTouches(const model::ParsedKernel& kernel, const MemoryObject& object,
                                 const std::string& whose);

/// "lines 3, 5 and 9 touch", of such steps.
Message linesOf(const std::vector<Evidence>& evidence);

/// What stands between the brackets of an access: "y, x + 1" of "tile[y][x + 1]"; empty where there are none.
std::string indexText(const std::string& access);

}  // namespace warpwright::passes
