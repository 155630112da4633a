#pragma once

#include <clang/AST/Type.h>
#include <clang/Basic/SourceLocation.h>

#include <string>

#include "analysis/frontend/parsed_unit.h"
#include "core/base/result.h"

namespace clang {
class DeclContext;
class FunctionDecl;
}  // namespace clang

namespace warpwright::rewrite {

/// Where a type is to be written.
struct TypePlace {
  const clang::FunctionDecl* function = nullptr;  ///< in whose declaration or body; of a template the pattern
  clang::SourceLocation at;                       ///< what is declared behind it is not known there
  bool inBody = false;                            ///< else in the list of parameters
};

/// The type as it is written there to mean the same: by a plain name where that means it, else with all that it is
/// declared in ("::a::P"). Names that mean nothing there, those of a function or behind a macro, are replaced by what
/// they stand for. Qualifiers of the type itself are left out. Errors, each the rest of a sentence: it has no name that
/// can be written there.
Result<std::string> typeText(const frontend::ParsedUnit& unit, clang::QualType type, const TypePlace& place);

}  // namespace warpwright::rewrite
