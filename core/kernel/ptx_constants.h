#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace warpwright {

/// "0fBF000000", "0d…": the text without its sign, and whether that is set. Others: the text itself, no.
std::pair<std::string, bool> withoutSign(std::string_view literal);

/// What an operation that rounds to the nearest gives, of constants with their signs ("0f3F800000", is it negative?),
/// in the type "f32" or "f64"; nothing: it is another one, or gives no number.
std::optional<std::string> ptxResult(std::string_view root, std::string_view type,
                                     const std::vector<std::pair<std::string, bool>>& operands);

}  // namespace warpwright
