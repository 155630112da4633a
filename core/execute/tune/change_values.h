#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/execute/tune/tuning_space.h"

// Which values of a change's parameters a search tries.
namespace warpwright {

/// The compaction factor and its dimension go by these names in every pass that has them.
inline constexpr const char* factorName = "c_factor";
inline constexpr const char* dimensionName = "dimension";

/// Factors that are powers of two above one, rising.
std::vector<std::string> factorsOf(const TunableChange& change);

/// Dimensions that can be compacted; one empty name where there is nothing to choose.
std::vector<std::string> dimensionsOf(const TunableChange& change);

/// A compaction with this factor along this dimension, and with the values that leave compilers and loads more room
/// where they are offered: a search for time begins with those.
ParameterValues compactionOf(const TunableChange& change, const std::string& factor, const std::string& dimension);

/// The same, without those values: what cannot be made with them, as sums would be rounded otherwise, may be made so.
/// None where nothing changes.
std::optional<ParameterValues> withoutRoom(const TunableChange& change, const ParameterValues& values);

/// The steps without the order of loads and stores: where one of them loads ahead, others may have nothing left to
/// order, and no such choice. None where nothing changes.
std::optional<VariantSteps> withoutOrder(const VariantSteps& steps);
/// The same, but for the last of them, which may still have something to order.
std::optional<VariantSteps> withLastOrder(const VariantSteps& steps);

/// The same where that is known of some of the steps: they could not be made with an order, and could without.
VariantSteps withoutKnownOrder(const TuningHistory& history, const VariantSteps& steps);

/// Do the values leave out what a search begins with for this parameter? It was tried, and could not be made.
bool isTakenOut(const Parameter& parameter, const ParameterValues& values);

/// Whether two of the steps are known not to go together in this order: one of them must be last, and nothing could be
/// made of those two alone, with whatever values.
bool areKnownApart(const TuningHistory& history, const std::vector<TunableChange>& changes, const VariantSteps& steps);

}  // namespace warpwright
