#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>

#include "analysis/frontend/parsed_unit.h"

namespace clang {
class FunctionDecl;
}  // namespace clang

namespace warpwright::rewrite {

/// Lines of a file whose statements say how each of their sums and products is rounded, and of those that do not.
struct RoundedLines {
  std::set<uint32_t> written, open;
};

/// Notes those of a function's body, by file. A statement says so where no sum or product of it is left to compilers
/// (`__fmaf_rn(a, b, c)`), it calls only functions that the project has a body of, or that have no sum which takes a
/// product by a compiler's choice, and its lines hold nothing but statements of the body.
void noteRoundedLines(const frontend::ParsedUnit& unit, const clang::FunctionDecl& function,
                      std::map<std::string, RoundedLines>& lines);

}  // namespace warpwright::rewrite
