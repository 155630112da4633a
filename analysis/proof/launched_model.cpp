#include "analysis/proof/launched_model.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>
#include <string>

#include "analysis/proof/facts.h"
#include "core/kernel/bit_vector.h"

namespace warpwright::proof {
namespace {

constexpr size_t mostLaunches = 4;

/// The symbol has that value, or values up to it: what the launch says.
void bound(KernelModel& model, SymbolId id, std::optional<uint64_t> least, std::optional<uint64_t> most) {
  if (!id.isValid()) return;
  Symbol& symbol = model.pool.symbolAt(id);
  if (least) symbol.minimum = *least;
  if (most) symbol.maximum = *most;
}

/// Which parameter an argument is of; one that there is not where it is none.
size_t numberOf(const KernelModel& model, const Symbol& symbol) {
  const auto at = std::find(model.parameterNames.begin(), model.parameterNames.end(), symbol.name);
  return static_cast<size_t>(at - model.parameterNames.begin());
}

/// What the launch passes for an argument, as a number of its width.
std::optional<uint64_t> passedFor(const KernelModel& model, const Symbol& symbol, const Launch& launch) {
  if (symbol.kind != SymbolKind::argument) return std::nullopt;
  const size_t number = numberOf(model, symbol);
  if (number >= launch.arguments.size() || !launch.arguments[number]) return std::nullopt;
  return static_cast<uint64_t>(*launch.arguments[number]) & bits::mask(symbol.width);
}

/// Arguments that decide where threads are in shared memory, or whether they get there.
std::set<SymbolId> argumentsForShared(const KernelModel& model) {
  const Facts facts(model);
  std::set<SymbolId> arguments;
  for (const Access& access : model.accesses) {
    if (!access.object.isValid() || !facts.isSharedMemory(access.object)) continue;
    for (const SymbolId id : facts.coneOf({access.offset, access.guard})) {
      if (model.pool.symbolAt(id).kind == SymbolKind::argument) arguments.insert(id);
    }
  }
  return arguments;
}

}  // namespace

KernelModel launchedModel(KernelModel model, const Launch& launch) {
  for (size_t d = 0; d < 3; ++d) {
    if (launch.block[d]) model.block[d] = launch.block[d];
    bound(model, model.blockSize[d], launch.block[d], launch.block[d]);
    bound(model, model.gridSize[d], launch.grid[d], launch.grid[d]);
    if (launch.grid[d] && *launch.grid[d] > 0) bound(model, model.blockIndex[d], {}, *launch.grid[d] - 1);
  }
  for (uint32_t i = 0; i < model.pool.symbolCount(); ++i) {
    const std::optional<uint64_t> value = passedFor(model, model.pool.symbolAt(SymbolId{i}), launch);
    if (value) bound(model, SymbolId{i}, value, value);
  }
  model.launches = {launch};
  return model;
}

SharedLaunches launchesForShared(const KernelModel& model) {
  SharedLaunches known;
  std::vector<SymbolId> arguments;
  for (const SymbolId id : argumentsForShared(model)) {
    const Symbol& symbol = model.pool.symbolAt(id);
    std::set<int64_t> values;
    const bool isKnown = std::ranges::all_of(model.launches, [&](const Launch& launch) {
      const std::optional<uint64_t> value = passedFor(model, symbol, launch);
      if (value) values.insert(static_cast<int64_t>(bits::signExtend(*value, symbol.width)));
      return value.has_value();
    });
    if (!isKnown || values.empty()) continue;
    std::string shown;
    for (const int64_t value : values) shown += (shown.empty() ? "" : " or ") + std::to_string(value);
    known.assumptions.push_back({{"%1 == %2 at every launch", Code{symbol.name}, shown}, {}, true});
    arguments.push_back(id);
  }
  if (arguments.empty()) return {};
  for (const Launch& launch : model.launches) {
    Launch one;
    one.arguments.resize(launch.arguments.size());
    for (const SymbolId id : arguments) {
      const size_t number = numberOf(model, model.pool.symbolAt(id));
      one.arguments[number] = launch.arguments[number];
    }
    const auto isIt = [&](const Launch& other) { return other.arguments == one.arguments; };
    if (std::ranges::none_of(known.launches, isIt)) known.launches.push_back(std::move(one));
  }
  return known.launches.size() > mostLaunches ? SharedLaunches{} : known;
}

}  // namespace warpwright::proof
