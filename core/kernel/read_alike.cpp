#include "core/kernel/read_alike.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

namespace warpwright {
namespace {

// What a launch may look like where nothing is known: sizes that no block has, so that a factor of one is seen.
constexpr uint64_t sampleSize = 4096, sampleCount = 2;
constexpr uint64_t lineBytes = 128;

std::set<LoopId> loopsAround(const KernelModel& model, LoopId loop) {
  std::set<LoopId> around;
  for (; loop.isValid() && around.insert(loop).second; loop = model.loop(loop).parent) {
  }
  return around;
}

/// Do threads that differ along one dimension share values, in the same round of the loops around a place?
class Sharing {
 public:
  Sharing(const KernelModel& model, int dimension, LoopId loop)
      : model_(model), dimension_(dimension), around_(loopsAround(model, loop)) {}

  bool shares(ExpressionId expression) const {
    if (!expression.isValid()) return false;
    const std::vector<SymbolId> symbols = model_.pool.symbolsOf(expression);
    return std::all_of(symbols.begin(), symbols.end(),
                       [this](SymbolId id) { return shares(model_.pool.symbolAt(id)); });
  }

 private:
  bool shares(const Symbol& symbol) const {
    switch (symbol.kind) {
      case SymbolKind::threadIndex:
        return symbol.dimension != dimension_;
      case SymbolKind::blockIndex:
      case SymbolKind::blockSize:
      case SymbolKind::gridSize:
      case SymbolKind::argument:
        return true;
      // A loop that was left before was left in a round of the thread's own.
      case SymbolKind::loopCounter:
        return around_.contains(symbol.loop);
      case SymbolKind::loaded:
        return symbol.neverWritten && shares(symbol.address);
      case SymbolKind::unknown:
        return symbol.uniform || (symbol.decidedBy.isValid() && shares(symbol.decidedBy));
    }
    return false;
  }

  const KernelModel& model_;
  int dimension_;
  std::set<LoopId> around_;
};

bool isSpelledLoad(const Access& access) {
  return access.kind == AccessKind::read && access.range.isValid() && !access.text.empty();
}

using AccessesByPlace = std::map<SourceRange, std::vector<const Access*>>;

AccessesByPlace spelledLoads(const KernelModel& model) {
  AccessesByPlace places;
  for (const Access& access : model.accesses) {
    if (isSpelledLoad(access)) places[access.range].push_back(&access);
  }
  return places;
}

bool isIn(const KernelModel& model, const Access& access, std::initializer_list<MemorySpace> spaces) {
  return access.object.isValid() &&
         std::find(spaces.begin(), spaces.end(), model.object(access.object).space) != spaces.end();
}

/// The address of a load at sample values of all that it is made of.
class SampledAddress {
 public:
  SampledAddress(const KernelModel& model, const Access& access) : model_(model), access_(access) {
    for (const SymbolId id : model.pool.symbolsOf(access.offset)) {
      const Symbol& symbol = model.pool.symbolAt(id);
      const bool counts = symbol.kind == SymbolKind::threadIndex || symbol.kind == SymbolKind::blockIndex ||
                          symbol.kind == SymbolKind::loopCounter;
      const bool isSize = symbol.kind == SymbolKind::blockSize || symbol.kind == SymbolKind::gridSize ||
                          symbol.kind == SymbolKind::argument;
      if (!counts && !isSize) return;
      values_[id] = counts ? 1 : sampleSize;
      if (symbol.kind == SymbolKind::blockSize && model.block[symbol.dimension])
        values_[id] = *model.block[symbol.dimension];
      if (symbol.kind == SymbolKind::threadIndex) threads_[symbol.dimension] = id;
      if (symbol.kind == SymbolKind::loopCounter) counters_[symbol.loop] = id;
    }
    known_ = access.offset.isValid();
  }

  bool isKnown() const { return known_; }
  /// How far the next thread along a dimension reads from this one; nothing where the address does not tell it.
  std::optional<uint64_t> strideAlong(int dimension) const {
    const auto thread = threads_.find(dimension);
    return thread == threads_.end() ? std::nullopt : strideOf(thread->second);
  }
  std::optional<uint64_t> strideOfRounds(LoopId loop) const {
    const auto counter = counters_.find(loop);
    return counter == counters_.end() ? std::nullopt : strideOf(counter->second);
  }

 private:
  std::optional<uint64_t> strideOf(SymbolId id) const {
    auto values = values_;
    const auto here = model_.pool.evaluate(access_.offset, values);
    values[id] = sampleCount;
    const auto next = model_.pool.evaluate(access_.offset, values);
    if (!here || !next) return std::nullopt;
    return *next > *here ? *next - *here : *here - *next;
  }

  const KernelModel& model_;
  const Access& access_;
  bool known_ = false;
  std::unordered_map<SymbolId, uint64_t> values_;
  std::map<int, SymbolId> threads_;
  std::map<LoopId, SymbolId> counters_;
};

bool isRoomFor(const KernelModel& model, int dimension) {
  return model.block[dimension].value_or(2) > 1;
}

bool isLone(const KernelModel& model, const Access& access) {
  const auto isOther = [&](const Access& other) {
    return other.object == access.object && other.kind == AccessKind::read && &other != &access &&
           !(other.range == access.range && other.isVectorPart);
  };
  if (std::any_of(model.accesses.begin(), model.accesses.end(), isOther)) return false;
  const SampledAddress address(model, access);
  if (!address.isKnown()) return false;
  // A part of a vector is read with its neighbours; the next thread's begins behind all of them.
  const auto along = address.strideAlong(0);
  if (!along || *along < access.bytes || (*along > access.bytes && !access.isVectorPart)) return false;
  for (const int dimension : {1, 2}) {
    const auto rows = address.strideAlong(dimension);
    if (isRoomFor(model, dimension) && (!rows || *rows < *along * model.block[0].value_or(1))) return false;
  }
  const std::set<LoopId> loops = loopsAround(model, access.loop);
  return std::all_of(loops.begin(), loops.end(), [&](LoopId loop) {
    const auto rounds = address.strideOfRounds(loop);
    return rounds && *rounds >= lineBytes;
  });
}

}  // namespace

std::vector<AlikeRead> readsAlike(const KernelModel& model, int dimension) {
  std::vector<AlikeRead> found;
  for (const auto& [range, accesses] : spelledLoads(model)) {
    AlikeRead read{range, accesses.front()->text, dimension, true, true};
    const bool isAlike = std::all_of(accesses.begin(), accesses.end(), [&](const Access* access) {
      const Sharing sharing(model, dimension, access->loop);
      if (!isIn(model, *access, {MemorySpace::global, MemorySpace::shared}) || access->isVolatile) return false;
      read.always = read.always && (!access->guard.isValid() || sharing.shares(access->guard));
      read.keepsItsValue = read.keepsItsValue && model.object(access->object).neverWritten;
      return sharing.shares(access->offset);
    });
    if (isAlike) found.push_back(std::move(read));
  }
  return found;
}

std::vector<LoneRead> readsWithoutReuse(const KernelModel& model) {
  std::vector<LoneRead> found;
  for (const auto& [range, accesses] : spelledLoads(model)) {
    const bool isLoneRead = std::all_of(accesses.begin(), accesses.end(), [&](const Access* access) {
      return isIn(model, *access, {MemorySpace::global}) && !access->isVolatile && isLone(model, *access);
    });
    if (isLoneRead) found.push_back({range, accesses.front()->text});
  }
  return found;
}

}  // namespace warpwright
