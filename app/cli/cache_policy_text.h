#pragma once

#include <string>
#include <vector>

#include "core/model/cache_policy/choose_policy.h"

namespace warpwright::cli {

/// As std::printf, into a text of at most 511 bytes.
[[gnu::format(printf, 1, 2)]] std::string printed(const char* format, ...);

/// A solution of a traffic-reduction graph, three lines.
std::string solutionText(const std::string& method, const TrafficGraph& graph, const CachePolicy& policy);
/// The choice for a kernel: what was chosen and why, a table of its loads, what else was tried.
std::string policyText(const PolicyChoice& choice, const std::string& kernel, bool brief);

}  // namespace warpwright::cli
