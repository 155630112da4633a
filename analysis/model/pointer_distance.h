#pragma once

#include <cstdint>
#include <optional>

#include "analysis/model/source_text.h"

namespace clang {
class ASTContext;
class Expr;
}  // namespace clang

namespace warpwright::model {

/// How many bytes behind `from` a pointer leads, where one expression, or one variable, is seen to be what both are
/// counted from: 4 for `p` and `p + 1` of integers. Both are what host code passes in one call. Nothing: it is not
/// seen.
std::optional<int64_t> bytesBetween(const clang::Expr& from, const clang::Expr& to, const SourceText& text,
                                    clang::ASTContext& context);

}  // namespace warpwright::model
