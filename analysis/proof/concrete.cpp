#include "analysis/proof/concrete.h"

#include <algorithm>

#include "core/kernel/bit_vector.h"

namespace warpwright::proof {
namespace {

// Argument values that programs use: sizes, powers of two, a few odd ones.
constexpr uint64_t argumentValues[] = {1, 16, 64, 256, 1024, 1000, 2, 4, 20, 8, 3, 0};

uint64_t clampTo(const Symbol& symbol, uint64_t value) {
  if (symbol.minimum) value = std::max(value, *symbol.minimum);
  if (symbol.maximum) value = std::min(value, *symbol.maximum);
  return value & bits::mask(symbol.width);
}

uint64_t mixed(uint64_t a, uint64_t b) {
  uint64_t hash = (a + 0x9e3779b97f4a7c15u) * 0xbf58476d1ce4e5b9u ^ (b + 0x94d049bb133111ebu);
  hash ^= hash >> 29;
  hash *= 0x94d049bb133111ebu;
  return hash ^ (hash >> 32);
}

}  // namespace

ConcreteBlock::ConcreteBlock(const Facts& facts) : facts_(facts), values_(facts.model().pool.symbolCount()) {}

void ConcreteBlock::restart(Draws& draws) {
  std::fill(values_.begin(), values_.end(), std::nullopt);
  broadcasts_.clear();
  static constexpr std::array<std::array<uint64_t, 3>, 4> shapes{{{256, 1, 1}, {16, 16, 1}, {32, 8, 1}, {64, 1, 1}}};
  const std::array<uint64_t, 3>& guess = shapes[draws.below(shapes.size())];
  for (int d = 0; d < 3; ++d) shape_[d] = facts_.blockExtent(d).value_or(facts_.blockIsKnown() ? 1 : guess[d]);
}

void ConcreteBlock::set(SymbolId symbol, uint64_t value) {
  values_[symbol.value] = value;
}

uint64_t ConcreteBlock::valueOf(SymbolId id, Draws& draws) {
  std::optional<uint64_t>& value = values_[id.value];
  if (!value) {
    const Symbol& symbol = facts_.model().pool.symbolAt(id);
    value = clampTo(symbol, draw(symbol, draws));
  }
  return *value;
}

uint64_t ConcreteBlock::broadcast(const Symbol& symbol, Draws& draws) {
  const auto [known, isNew] = broadcasts_.emplace(std::pair(symbol.object, symbol.address), 0);
  if (isNew) {
    // A flag or a number of threads.
    known->second = draws.below(2) == 0 ? draws.below(4) : argumentValues[draws.below(std::size(argumentValues))];
  }
  return known->second;
}

uint64_t ConcreteBlock::draw(const Symbol& symbol, Draws& draws) {
  switch (symbol.kind) {
    case SymbolKind::blockSize:
      return shape_[symbol.dimension];
    case SymbolKind::blockIndex:
      return draws.below(3);
    case SymbolKind::gridSize:
      return 3 + draws.below(3);
    case SymbolKind::argument:
      return argumentValues[draws.below(std::size(argumentValues))];
    default:
      return draws.below(8);
  }
}

ConcreteThread::ConcreteThread(ConcreteBlock& block, Draws& draws)
    : block_(block),
      draws_(draws),
      values_(block.facts().model().pool.symbolCount()),
      memo_(block.facts().model().pool.size()),
      stamp_(block.facts().model().pool.size(), 0) {}

void ConcreteThread::restart(const std::array<uint64_t, 3>& threadIndex) {
  threadIndex_ = threadIndex;
  std::fill(values_.begin(), values_.end(), std::nullopt);
  ++epoch_;
  work_ += values_.size() / 8 + 1;
}

std::optional<uint64_t> ConcreteThread::value(ExpressionId id) {
  const ExpressionNode& node = block_.facts().model().pool.at(id);
  if (node.op == ExpressionOp::constant) return node.constant;
  if (node.op == ExpressionOp::symbol) return valueOf(node.symbol);
  if (stamp_[id.value] == epoch_) return memo_[id.value];
  ++work_;
  const std::optional<uint64_t> result = compute(node);
  if (result) {
    stamp_[id.value] = epoch_;
    memo_[id.value] = *result;
  }
  return result;
}

std::optional<uint64_t> ConcreteThread::compute(const ExpressionNode& node) {
  const auto first = value(node.operands[0]);
  if (!first) return std::nullopt;
  const uint8_t width = block_.facts().model().pool.at(node.operands[0]).width;
  switch (node.op) {
    case ExpressionOp::select:
      return value(node.operands[*first ? 1 : 2]);
    case ExpressionOp::zext:
      return *first;
    case ExpressionOp::sext:
      return bits::signExtend(*first, width) & bits::mask(node.width);
    case ExpressionOp::trunc:
      return *first & bits::mask(node.width);
    default:
      break;
  }
  const auto second = value(node.operands[1]);
  if (!second) return std::nullopt;
  return bits::apply(node.op, width, *first, *second);
}

std::optional<uint64_t> ConcreteThread::valueOf(SymbolId id) {
  std::optional<uint64_t>& value = values_[id.value];
  if (!value) {
    const auto drawn = draw(id);
    if (!drawn) return std::nullopt;
    value = clampTo(block_.facts().model().pool.symbolAt(id), *drawn);
  }
  return value;
}

std::optional<uint64_t> ConcreteThread::draw(SymbolId id) {
  const Facts& facts = block_.facts();
  const Symbol& symbol = facts.model().pool.symbolAt(id);
  if (symbol.kind == SymbolKind::threadIndex) return threadIndex_[symbol.dimension];
  switch (facts.sharingOf(id)) {
    case Sharing::block:
      return block_.valueOf(id, draws_);
    case Sharing::address: {
      const auto key = value(facts.keyOf(id));
      if (!key) return std::nullopt;
      const uint64_t function = symbol.object.isValid() ? symbol.object.value * 64 + symbol.width : ~uint64_t{id.value};
      return mixed(function, *key) % (block_.drawsWidely() ? 64 : 8);
    }
    case Sharing::instance:
      break;
  }
  if (facts.isBroadcast(id)) return block_.broadcast(symbol, draws_);
  if (symbol.kind != SymbolKind::loopCounter) return draws_.below(8);
  const ExpressionId count = symbol.loop.isValid() ? facts.model().loop(symbol.loop).backedgeCount : ExpressionId{};
  if (!count.isValid())
    return block_.drawsWidely() ? draws_.below(3) : 0;  // only the first round is known to be reachable
  const auto limit = value(count);
  if (!limit) return std::nullopt;
  return draws_.below(std::min<uint64_t>(*limit, 3) + 1);
}

std::vector<SymbolId> freeSymbols(const Facts& facts, ExpressionId offset, const std::vector<ExpressionId>& roots,
                                  bool withReads) {
  const ExpressionPool& pool = facts.model().pool;
  std::vector<SymbolId> found;
  for (const SymbolId id : pool.symbolsOf(offset)) {
    const bool isRead =
        withReads && facts.sharingOf(id) == Sharing::address && pool.symbolAt(id).kind == SymbolKind::loaded;
    if (isRead || (facts.isOpaque(id) && facts.sharingOf(id) == Sharing::instance)) found.push_back(id);
  }
  for (const SymbolId id : found.empty() ? std::vector<SymbolId>{} : facts.coneOf(roots)) {
    const Symbol& symbol = pool.symbolAt(id);
    ExpressionId basis;
    if (facts.sharingOf(id) == Sharing::address) basis = facts.keyOf(id);
    if (symbol.kind == SymbolKind::loopCounter && symbol.loop.isValid())
      basis = facts.model().loop(symbol.loop).backedgeCount;
    if (!basis.isValid()) continue;
    const std::vector<SymbolId>& cone = facts.coneOf(basis);
    std::erase_if(found, [&](SymbolId one) { return std::find(cone.begin(), cone.end(), one) != cone.end(); });
  }
  return found;
}

bool steer(const Facts& facts, ConcreteThread& thread, ExpressionId offset, SymbolId id, uint64_t target) {
  const Symbol& symbol = facts.model().pool.symbolAt(id);
  const auto old = thread.valueOf(id);
  const auto place = thread.value(offset);
  if (!old || !place) return false;
  thread.change(id, (*old + 1) & bits::mask(symbol.width));
  const auto next = thread.value(offset);
  const auto step = next ? static_cast<int64_t>(*next - *place) : 0;
  const auto way = static_cast<int64_t>(target - *place);
  if (step == 0 || step == -1 || way % step != 0) return false;
  const uint64_t value = (*old + static_cast<uint64_t>(way / step)) & bits::mask(symbol.width);
  if ((symbol.minimum && value < *symbol.minimum) || (symbol.maximum && value > *symbol.maximum)) return false;
  thread.change(id, value);
  return thread.value(offset) == target;
}

}  // namespace warpwright::proof
