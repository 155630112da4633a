#pragma once

#include <map>
#include <set>
#include <string>

#include "analysis/frontend/parsed_unit.h"
#include "core/base/source_range.h"

namespace warpwright::model {

/// Where the unit's files launch one of these kernels, by the words of their texts, in code that the AST does not have:
/// another compiler, or the device side, may read what conditions of the preprocessor leave out here. The first place
/// of each; `#if 0` leaves out for everyone.
std::map<std::string, SourcePosition> leftOutLaunches(const frontend::ParsedUnit& unit,
                                                      const std::set<std::string>& kernels);

}  // namespace warpwright::model
