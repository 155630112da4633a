#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/passes/pass.h"
#include "core/base/result.h"

namespace warpwright::analysis {

/// The passes with these ids; absent: those that are looked for on the device unasked. Besides, all of `families`.
/// Errors: an id that no pass has; the message names those there are.
Result<std::vector<const passes::Pass*>> choosePasses(const std::optional<std::vector<std::string>>& ids,
                                                      const std::vector<Family>& families, const Device& device);
PassDescriptions describe(const std::vector<const passes::Pass*>& passes);

}  // namespace warpwright::analysis
