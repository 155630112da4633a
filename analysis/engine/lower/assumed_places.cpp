#include "analysis/engine/lower/assumed_places.h"

#include "core/finding/run_check.h"

namespace warpwright::engine {

std::optional<AssumedPlace> assumedPlace(const std::string& assumption) {
  const auto [kernel, check] = kernelCheckFrom(assumption);
  const bool isPlace = check.kind == RunCheck::Kind::subscript || check.kind == RunCheck::Kind::inside;
  if (!isPlace) return std::nullopt;
  return AssumedPlace{assumption, kernel, check.names.front(), check.at.line, check.kind == RunCheck::Kind::subscript};
}

std::vector<AssumedPlace> assumedPlaces(const std::vector<std::string>& assumptions) {
  std::vector<AssumedPlace> places;
  for (const std::string& assumption : assumptions) {
    if (auto place = assumedPlace(assumption)) places.push_back(std::move(*place));
  }
  return places;
}

}  // namespace warpwright::engine
