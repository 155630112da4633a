#pragma once

#include <string>
#include <vector>

#include "analysis/model/conditional_text.h"
#include "core/finding/rewrite.h"

namespace clang {
class IdentifierTable;
}  // namespace clang

namespace warpwright::analysis {

/// The names that a change writes into files and that a unit does not say anywhere: whatever they are called, the text
/// after the change means the same. None where it writes a directive or an attribute, whose words nobody declares, or
/// where the unit says one of these names with `suffix` behind it.
model::Words ownNames(const Rewrite& change, const std::string& suffix, const clang::IdentifierTable& said);

/// The same edits with `suffix` behind each of these names.
std::vector<TextEdit> renamed(std::vector<TextEdit> edits, const model::Words& names, const std::string& suffix);

}  // namespace warpwright::analysis
