#pragma once

#include <string_view>

#include "core/finding/opportunity.h"

namespace warpwright {

/// How a reason ends that says that it is not known how the file is compiled.
inline constexpr std::string_view sayHowCompiled =
    "Say how the file is compiled: by `flags` in a .warpwright.toml, or by flags given to the analysis.";

/// Whether the finding waits for being told how its file is compiled.
inline bool wantsFlags(const Opportunity& opportunity) {
  return opportunity.verdict == VerdictKind::unknown &&
         toText(opportunity.reason).find(sayHowCompiled) != std::string::npos;
}

}  // namespace warpwright
