#include "core/base/message_search.h"

#include <algorithm>

namespace warpwright {

bool holds(const Message& message, std::string_view text) {
  if (message.text == text) return true;
  return std::ranges::any_of(message.arguments, [&](const Argument& argument) {
    const auto* inside = std::get_if<std::vector<Message>>(&argument);
    return inside && std::ranges::any_of(*inside, [&](const Message& one) { return holds(one, text); });
  });
}

}  // namespace warpwright
