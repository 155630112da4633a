#pragma once

#include <clang/Basic/SourceLocation.h>

#include <cstdint>
#include <optional>

#include "analysis/rewrite/edit/called_copies.h"

namespace clang {
class VarDecl;
}  // namespace clang

namespace warpwright::passes {

enum class ElementAccess : uint8_t { reads, any };

/// Where more is done with a pointer, or an array, than to read elements of its type behind it, or ones beside these,
/// or, with `any`, to change them, also all at once (memset): it is compared, cast to a number or another pointer,
/// stored, handed to a function that is not among `called`, an element is bound to a reference. Local variables and
/// parameters that get it are followed. Nothing: nowhere, so that no one sees where it leads.
std::optional<clang::SourceLocation> beyondElements(const rewrite::Functions& called, const clang::VarDecl& pointer,
                                                    ElementAccess access = ElementAccess::reads);

}  // namespace warpwright::passes
