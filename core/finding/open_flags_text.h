#pragma once

#include <string>

#include "core/base/message_search.h"
#include "core/finding/opportunity.h"

namespace warpwright {

/// What to do where it is not known how the file is compiled.
inline constexpr const char* sayHowCompiled =
    "Say how the file is compiled: by `flags` in a .warpwright.toml, or by flags given to the analysis.";

/// Why that is not known, a sentence without its end, with what to do; empty where the reason is.
inline Message askingForFlags(const std::string& why) {
  return why.empty() ? Message() : Message("%1. %2", why, Message(sayHowCompiled));
}

/// Whether the finding waits for being told how its file is compiled.
inline bool wantsFlags(const Opportunity& opportunity) {
  return opportunity.verdict == VerdictKind::unknown && holds(opportunity.reason, sayHowCompiled);
}

}  // namespace warpwright
