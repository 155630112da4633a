#pragma once

#include <clang/Basic/SourceLocation.h>

#include <optional>

#include "analysis/rewrite/edit/called_copies.h"

namespace clang {
class ParmVarDecl;
}  // namespace clang

namespace warpwright::passes {

/// Where more is done with a pointer than to read elements of its type behind it, or ones beside these: it is compared,
/// cast to a number or another pointer, stored, written through, handed to a function that is not among `called`. Local
/// variables and parameters that get it are followed. Nothing: nowhere, so that no one sees where it leads.
std::optional<clang::SourceLocation> beyondElements(const rewrite::Functions& called,
                                                    const clang::ParmVarDecl& pointer);

}  // namespace warpwright::passes
