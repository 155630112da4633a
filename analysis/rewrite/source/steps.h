#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <type_traits>

#include "core/base/result.h"

namespace warpwright::rewrite {

/// The first error of steps that were taken in this order; success where there is none.
inline Status allOf(std::initializer_list<Status> steps) {
  for (const Status& step : steps) {
    if (!step.ok()) return step;
  }
  return {};
}

/// Texts one after another, or the first error among them. Each part is a text or a `Result<std::string>`.
template <typename... Parts>
Result<std::string> joinText(const Parts&... parts) {
  std::string text;
  Status status;
  const auto add = [&](const auto& part) {
    if constexpr (std::is_same_v<std::decay_t<decltype(part)>, Result<std::string>>) {
      if (!part.ok()) return status = part.error(), false;
      text += *part;
    } else {
      text += part;
    }
    return true;
  };
  if ((add(parts) && ...)) return text;
  return status.error();
}

}  // namespace warpwright::rewrite
