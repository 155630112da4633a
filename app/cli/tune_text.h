#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/cli/output.h"
#include "core/execute/tune/tuning_task.h"

namespace warpwright::cli {

/// What a tuning gave, a line a variant. `patch`: where the best variant was written; empty: there is none.
std::string tuningText(const Tuned& tuned, const std::filesystem::path& patch, const OutputOptions& output);
/// What the best variant takes for granted, and last what it says of its results; sentences. Requires: there is one.
std::vector<std::string> restsOn(const Tuned& tuned);
/// What its figures are not, for those who read them; empty: they are times.
std::string tuningNote(const Tuned& tuned);
/// `warpwright.tune/1`.
std::string tuningJson(const Tuned& tuned, const std::filesystem::path& patch, const OutputOptions& output);

}  // namespace warpwright::cli
