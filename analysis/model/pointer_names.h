#pragma once

#include <set>
#include <string>

#include "analysis/frontend/parsed_unit.h"

namespace clang {
class NamedDecl;
}

namespace warpwright::model {

/// May another file use a function, variable or member of the unit: is it linked, or written in a header?
bool isShared(const clang::NamedDecl& declaration, const frontend::ParsedUnit& unit);

/// The names of a unit's functions that are given pointers, and of its variables and members that hold some, where
/// another file may use them. A constructor has the name of its class.
std::set<std::string> sharedPointerNames(const frontend::ParsedUnit& unit);

}  // namespace warpwright::model
