#include "analysis/engine/lower/assumed_places.h"

#include <charconv>

namespace warpwright::engine {

std::optional<AssumedPlace> assumedPlace(const std::string& assumption) {
  AssumedPlace place;
  place.text = assumption;
  std::string check = assumption;
  // "::" of a namespace does not end the name of the kernel.
  if (const size_t colon = check.find(": "); colon != std::string::npos) {
    place.kernel = check.substr(0, colon);
    check.erase(0, colon + 2);
  }
  const size_t equals = check.find('='), at = check.rfind('@');
  if (equals == std::string::npos || at == std::string::npos || at < equals) return std::nullopt;
  const std::string kind = check.substr(0, equals);
  if (kind != "subscript" && kind != "inside") return std::nullopt;
  place.subscripts = kind == "subscript";
  place.object = check.substr(equals + 1, at - equals - 1);
  const char* end = check.data() + check.size();
  const auto [rest, problem] = std::from_chars(check.data() + at + 1, end, place.line);
  if (problem != std::errc() || rest != end || place.object.empty()) return std::nullopt;
  return place;
}

std::vector<AssumedPlace> assumedPlaces(const std::vector<std::string>& assumptions) {
  std::vector<AssumedPlace> places;
  for (const std::string& assumption : assumptions) {
    if (auto place = assumedPlace(assumption)) places.push_back(std::move(*place));
  }
  return places;
}

}  // namespace warpwright::engine
