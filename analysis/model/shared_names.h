#pragma once

#include <set>
#include <string>

#include "analysis/frontend/parsed_unit.h"
#include "analysis/model/source_text.h"

namespace clang {
class FunctionDecl;
class NamedDecl;
}  // namespace clang

namespace warpwright::model {

/// May another file use a function, variable or member of the unit: is it linked, or written in a header?
/// `text`: of the unit.
bool isShared(const clang::NamedDecl& declaration, const frontend::ParsedUnit& unit, const SourceText& text);

/// The declaration of a function whose body says what a call does; null: there is none, another file may have one in
/// its place (`weak`, `gnu_inline`), or it names no parameter that it uses (`naked`).
const clang::FunctionDecl* bodyThatRuns(const clang::FunctionDecl& function);

/// What another file calls it: a constructor by the name of its class; empty: it has no name.
std::string nameElsewhere(const clang::NamedDecl& declaration);

/// The names of a unit's functions and variables that another file may use.
std::set<std::string> sharedNames(const frontend::ParsedUnit& unit);

/// Those of them that other files of the unit's program say: told once, by who knows the program, before anybody asks.
void keepNamesElsewhere(const frontend::ParsedUnit& unit, std::set<std::string> names);
/// As it was told; none where nobody has told.
const std::set<std::string>& namesElsewhere(const frontend::ParsedUnit& unit);

/// The names of a unit's functions that are given pointers, and of its variables and members that hold some, where
/// another file may use them.
std::set<std::string> sharedPointerNames(const frontend::ParsedUnit& unit);

}  // namespace warpwright::model
