#pragma once

#include <memory>

#include "analysis/frontend/parsed_unit.h"

namespace warpwright::frontend {

/// Where a unit keeps the fact of that key; null: it was not found out yet.
std::shared_ptr<const void>& keptFactOf(const ParsedUnit& unit, const void* key);

/// One address a type.
template <typename Fact>
inline constexpr char factKey = 0;

/// What is found out about a unit once and asked for for every kernel of it, by its type: `make()` gives it when it is
/// asked for the first time. What has been parsed stays as it is. For one thread at a time, as the AST.
template <typename Fact, typename Make>
const Fact& keptFact(const ParsedUnit& unit, Make make) {
  std::shared_ptr<const void>& kept = keptFactOf(unit, &factKey<Fact>);
  if (!kept) kept = std::make_shared<const Fact>(make());
  return *static_cast<const Fact*>(kept.get());
}

}  // namespace warpwright::frontend
