#pragma once

namespace clang {
class Expr;
}  // namespace clang

namespace warpwright::model {

/// Are the two indices variables that never hold the same number where both are asked for? They begin with different
/// constants, and nothing is done to them but to exchange one with the other:
///
///     int from = 1, to = 0;
///     for (…) {
///       int kept = from;
///       from = to;
///       to = kept;
///       step<<<…>>>(buffers[from], buffers[to]);
///     }
bool areExchanged(const clang::Expr& first, const clang::Expr& second);

}  // namespace warpwright::model
