#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "analysis/frontend/parsed_unit.h"

namespace clang {
class FunctionDecl;
}  // namespace clang

namespace warpwright::model {

/// Functions of a unit that launch kernels, themselves or by what they call: another call of them is another launch.
struct Launchers {
  std::map<std::string, std::set<std::string>> kernels;  ///< names of the kernels that each may launch, by its name
  std::vector<const clang::FunctionDecl*> functions;     ///< the same functions
};

/// By names, so that there may be one too many. `main` is none: nobody calls it; nor are constructors, whose names are
/// those of types: what makes such an object is one. `functions`: all of the unit.
Launchers launchersIn(const std::vector<const clang::FunctionDecl*>& functions);

}  // namespace warpwright::model
