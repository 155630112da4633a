#pragma once

#include <clang/AST/OperationKinds.h>
#include <clang/AST/Type.h>

#include <cstdint>
#include <optional>

namespace clang {
class ASTContext;
}

namespace warpwright::model {

/// Does the type take all 64 bits for its numbers, none for a sign? They are kept in signed ones, bit by bit.
bool isWide(clang::QualType type, const clang::ASTContext& context);

/// What host code computes of two numbers; nothing: it is not defined, or not known. `wide`: both are of 64 bits
/// without a sign; of a shift, the first is.
std::optional<int64_t> apply(clang::BinaryOperatorKind op, int64_t x, int64_t y, bool wide);

/// Wraps a value to the width of an integer type.
int64_t convert(int64_t value, clang::QualType type, const clang::ASTContext& context);

}  // namespace warpwright::model
