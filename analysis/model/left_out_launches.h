#pragma once

#include <map>
#include <string>
#include <vector>

#include "analysis/frontend/parsed_unit.h"
#include "core/base/source_range.h"

namespace clang {
class FunctionDecl;
}  // namespace clang

namespace warpwright::model {

/// Where the unit's files may launch one of its kernels, by the words of their texts, in code that the AST does not
/// have: another compiler, or the device side, may read what conditions of the preprocessor leave out here. That is
/// `<<<` behind its name, and in code under a condition, or in a macro, any mention of it, or in the former of what
/// launches it. The first place of each, by its name; `#if 0` leaves out for everyone. Macros that paste names in such
/// code may make any name that words of the unit give; where functions are loaded by their names, each mention counts.
std::map<std::string, SourcePosition> leftOutLaunches(const frontend::ParsedUnit& unit,
                                                      const std::vector<const clang::FunctionDecl*>& functions);

}  // namespace warpwright::model
