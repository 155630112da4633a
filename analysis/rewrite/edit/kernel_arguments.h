#pragma once

#include <string>

#include "analysis/rewrite/edit/launch_sites.h"

namespace warpwright::rewrite {

/// May a parameter be added behind the others? Errors: overloads, a variable number of arguments,
/// default arguments, a kernel that says its own signature.
Status mayTakeParameter(const frontend::ParsedUnit& unit, const clang::FunctionDecl& kernel);

/// Does the kernel say its own signature, also where nothing is computed: as the length of a text, for one?
bool saysSignature(const clang::FunctionDecl& kernel);

/// Adds a parameter, "unsigned count", behind the others in every declaration of the kernel.
/// Errors: a declaration that a macro spells.
Status addParameter(Editor& editor, const clang::FunctionDecl& kernel, const std::string& parameter,
                    const std::string& note);

/// Gives one launch a last argument. Errors: a launch that a macro spells.
Status addArgument(Editor& editor, const LaunchSite& site, const std::string& argument);

}  // namespace warpwright::rewrite
