#pragma once

#include <string_view>

#include "core/base/message.h"

namespace warpwright {

/// Does the message say just that, itself or in a part of it: is the text, with its places, that of one inside?
bool holds(const Message& message, std::string_view text);

}  // namespace warpwright
