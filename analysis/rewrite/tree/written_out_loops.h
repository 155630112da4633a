#pragma once

#include <optional>

namespace clang {
class ASTContext;
class Stmt;
}  // namespace clang

namespace warpwright::rewrite {

/// So many rounds nvcc and Clang write out.
constexpr int roundsWrittenOut = 16;

/// How many rounds a loop has, where that is known and no more than `most`.
std::optional<int> roundsOf(const clang::Stmt& loop, const clang::ASTContext& context, int most);

/// Are all rounds of the loop, with those of the loops in it, known to be `most` or fewer?
bool isWrittenOut(const clang::Stmt& loop, const clang::ASTContext& context, int most = roundsWrittenOut);

}  // namespace warpwright::rewrite
