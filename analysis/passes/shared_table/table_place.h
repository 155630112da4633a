#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "analysis/rewrite/source/editor.h"

namespace clang {
class VarDecl;
}  // namespace clang

namespace warpwright::rewrite {

/// Where an array of as many elements can be declared beside a table, so that each function that knows the table knows
/// it, too.
struct TablePlace {
  std::string file;
  uint32_t offset = 0;
  std::string before, behind;  ///< around the declaration, so that it has a line of its own
  std::string type;            ///< of an element, as it is written anywhere
  std::string qualifier;       ///< in front of the array's name, in functions: "::codes::"
};

/// Behind the declaration of the table. Nothing: its elements are no numbers, a macro declares it, or a file that is
/// not the project's.
std::optional<TablePlace> placeBehind(const Editor& editor, const clang::VarDecl& table);

}  // namespace warpwright::rewrite
