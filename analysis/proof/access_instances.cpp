#include "analysis/proof/access_instances.h"

#include <algorithm>
#include <numeric>

namespace warpwright::proof {
namespace {

constexpr uint64_t maximumInstances = 1 << 14;
constexpr uint64_t maximumModulus = 1 << 16;
constexpr int64_t smallFactor = 1 << 20, nearPlace = int64_t{1} << 40;
constexpr size_t mostNarrow = 16;
constexpr uint64_t largestStride = uint64_t{1} << 62;

}  // namespace

bool limits(const KernelModel& model, const Access& access, size_t dimension) {
  const unsigned width = model.pool.at(access.subscripts[dimension]).width;
  const uint64_t extent = model.object(access.object).extents[dimension];
  return width >= 2 && (width >= 64 || extent <= uint64_t{1} << (width - 1));
}

AccessInstances::AccessInstances(const Facts& facts, const Access& access, InstancesRequest request)
    : facts_(facts), access_(access), request_(std::move(request)), decided_(facts.model().pool.symbolCount()) {
  if (!facts_.blockIsKnown() || !access.offset.isValid()) return;
  countable_ = split(access.offset, 1);
  countable_ = countable_ && std::all_of(open_.begin(), open_.end(), [&](const Open& open) { return bounded(open); });
  if (!countable_) return;
  if (request_.modulo) findStride();
  if (request_.guard && access.guard.isValid()) splitGuard(access.guard);
  for (const auto& [counter, value] : request_.pinned) exact_ = exact_ && hasRound(counter, value);
  for (size_t i = 0; i < access.subscripts.size(); ++i) {
    const ExpressionId subscript = access.subscripts[i];
    if (decided(subscript)) need(subscript);
    if (!request_.insideDimensions || !limited(i)) continue;
    if (decided(subscript)) {
      subscripts_.emplace_back(subscript, facts_.model().object(access.object).extents[i]);
    } else {
      exact_ = false;
    }
  }
  for (const Part& part : parts_) need(part.expression);
  for (const Open& open : open_) {
    for (const Part& part : open.parts) need(part.expression);
  }
  for (const ExpressionId condition : conditions_) need(condition);
}

bool AccessInstances::limited(size_t dimension) const {
  return limits(facts_.model(), access_, dimension);
}

/// Decided by the thread index and by counters of loops whose bounds are decided.
bool AccessInstances::decided(SymbolId id) {
  if (const auto& known = decided_[id.value]) return *known;
  decided_[id.value] = false;  // a counter that bounds itself
  const Symbol& symbol = facts_.model().pool.symbolAt(id);
  bool result = symbol.kind == SymbolKind::threadIndex || symbol.kind == SymbolKind::blockSize;
  for (const auto& [counter, value] : request_.pinned) result = result || counter == id;
  if (!result && symbol.kind == SymbolKind::loopCounter && symbol.loop.isValid()) {
    const ExpressionId count = facts_.model().loop(symbol.loop).backedgeCount;
    result = count.isValid() && decided(count);
  }
  decided_[id.value] = result;
  return result;
}

bool AccessInstances::decided(ExpressionId expression) {
  const std::vector<SymbolId>& cone = facts_.coneOf(expression);
  return std::all_of(cone.begin(), cone.end(), [&](SymbolId id) { return decided(id); });
}

/// Does the loop of a pinned counter have that round, for all threads?
bool AccessInstances::hasRound(SymbolId counter, uint64_t value) const {
  const Symbol& symbol = facts_.model().pool.symbolAt(counter);
  const ExpressionId count = symbol.loop.isValid() ? facts_.model().loop(symbol.loop).backedgeCount : ExpressionId{};
  if (!count.isValid()) return true;
  const ExpressionNode& most = facts_.model().pool.at(count);
  return most.op == ExpressionOp::constant && value <= most.constant;
}

/// Takes a sum of 64 bits apart. Wrapping arithmetic allows that for every sum and every constant factor.
bool AccessInstances::split(ExpressionId expression, uint64_t factor) {
  if (decided(expression)) {
    parts_.push_back({expression, factor});
    return true;
  }
  const ExpressionNode& node = facts_.model().pool.at(expression);
  if (node.width != 64) return false;
  const auto constant = [&](int i) -> std::optional<uint64_t> {
    const ExpressionNode& operand = facts_.model().pool.at(node.operands[i]);
    return operand.op == ExpressionOp::constant ? std::optional(operand.constant) : std::nullopt;
  };
  switch (node.op) {
    case ExpressionOp::add:
      return split(node.operands[0], factor) && split(node.operands[1], factor);
    case ExpressionOp::sub:
      return split(node.operands[0], factor) && split(node.operands[1], 0 - factor);
    case ExpressionOp::mul:
      for (const int i : {0, 1}) {
        if (const auto times = constant(i)) return split(node.operands[1 - i], factor * *times);
      }
      break;
    case ExpressionOp::shl:
      if (const auto places = constant(1); places && *places < 64) return split(node.operands[0], factor << *places);
      break;
    default:
      break;
  }
  return splitOpen(expression, factor);
}

/// The extent of the dimension whose subscript the value is, possibly widened: as a subscript inside its dimension is
/// below half the range of its width, both ways of widening give the same number.
std::optional<uint64_t> AccessInstances::extentOf(ExpressionId value) const {
  if (!request_.insideDimensions) return std::nullopt;
  const ExpressionNode& node = facts_.model().pool.at(value);
  const bool widened = node.op == ExpressionOp::zext || node.op == ExpressionOp::sext;
  const std::vector<uint64_t>& extents = facts_.model().object(access_.object).extents;
  for (size_t i = 0; i < access_.subscripts.size() && i < extents.size(); ++i) {
    const ExpressionId subscript = access_.subscripts[i];
    if (limited(i) && (subscript == value || (widened && node.operands[0] == subscript))) return extents[i];
  }
  return std::nullopt;
}

bool AccessInstances::splitOpen(ExpressionId expression, uint64_t factor) {
  const auto known =
      std::find_if(open_.begin(), open_.end(), [&](const Open& open) { return open.value == expression; });
  if (known != open_.end()) {
    known->factor += factor;
    return true;
  }
  Open open{expression, factor, extentOf(expression), maximumModulus, {}};
  if (!open.extent && !request_.modulo && !(request_.insideObject && isNarrow(expression))) return false;
  residue(open, expression, 1);
  open_.push_back(std::move(open));
  return true;
}

bool AccessInstances::isNarrow(ExpressionId value) const {
  const ExpressionNode& node = facts_.model().pool.at(value);
  const bool widened = node.op == ExpressionOp::zext || node.op == ExpressionOp::sext;
  return widened && facts_.model().pool.at(node.operands[0]).width <= 32;
}

/// A narrow value times a small factor cannot wrap around to a place inside the object.
bool AccessInstances::bounded(const Open& open) const {
  const auto factor = static_cast<int64_t>(open.factor);
  return request_.modulo || open.extent || (open_.size() == 1 && factor > 0 && factor <= smallFactor);
}

void AccessInstances::findStride() {
  bool wraps = open_.size() > mostNarrow;
  for (const Open& open : open_) {
    const auto factor = static_cast<int64_t>(open.factor);
    wraps = wraps || !isNarrow(open.value) || factor > smallFactor || factor < -smallFactor;
    const auto step = static_cast<int64_t>(open.factor * open.modulus);
    stride_ = std::gcd(stride_, static_cast<uint64_t>(step < 0 ? 0 - static_cast<uint64_t>(step) : step));
  }
  // What wraps keeps its remainder for powers of two only.
  if (wraps) stride_ &= 0 - stride_;
  stride_ = std::min(stride_, largestStride);
}

/// What is known of the low bits of an open value. Wrapping and widening leave them as they are.
void AccessInstances::residue(Open& open, ExpressionId expression, uint64_t factor) {
  const ExpressionNode& node = facts_.model().pool.at(expression);
  const auto lowest = [](uint64_t value) { return value == 0 ? maximumModulus : value & (0 - value); };
  if (node.width < 16) open.modulus = std::min(open.modulus, uint64_t{1} << node.width);
  if (decided(expression)) {
    open.parts.push_back({expression, factor});
    return;
  }
  switch (node.op) {
    case ExpressionOp::add:
    case ExpressionOp::sub:
      residue(open, node.operands[0], factor);
      return residue(open, node.operands[1], node.op == ExpressionOp::add ? factor : 0 - factor);
    case ExpressionOp::zext:
    case ExpressionOp::sext:
    case ExpressionOp::trunc:
      return residue(open, node.operands[0], factor);
    case ExpressionOp::mul:
    case ExpressionOp::shl: {
      const ExpressionNode& right = facts_.model().pool.at(node.operands[1]);
      if (right.op != ExpressionOp::constant || (node.op == ExpressionOp::shl && right.constant >= node.width)) break;
      return residue(open, node.operands[0],
                     node.op == ExpressionOp::mul ? factor * right.constant : factor << right.constant);
    }
    default:
      break;
  }
  const uint64_t divisor = std::min(lowest(factor), maximumModulus) * facts_.alignmentOf(expression);
  open.modulus = std::min(open.modulus, divisor);
}

void AccessInstances::splitGuard(ExpressionId condition) {
  if (decided(condition)) {
    conditions_.push_back(condition);
    return;
  }
  const ExpressionNode& node = facts_.model().pool.at(condition);
  if (node.op == ExpressionOp::bitAnd && node.width == 1) {
    splitGuard(node.operands[0]);
    splitGuard(node.operands[1]);
    return;
  }
  exact_ = false;
}

/// Counts the counters that decide an expression, those that bound another one first.
void AccessInstances::need(ExpressionId expression) {
  for (const SymbolId id : facts_.model().pool.symbolsOf(expression)) {
    const Symbol& symbol = facts_.model().pool.symbolAt(id);
    if (symbol.kind != SymbolKind::loopCounter) continue;
    if (std::find(counters_.begin(), counters_.end(), id) != counters_.end()) continue;
    const ExpressionId count = symbol.loop.isValid() ? facts_.model().loop(symbol.loop).backedgeCount : ExpressionId{};
    if (count.isValid() && decided(count)) need(count);
    counters_.push_back(id);
  }
}

/// One round through all threads, counters and open values.
struct AccessInstances::Walk {
  const AccessInstances& all;
  ConcreteThread& thread;
  const Visit& visit;
  std::array<uint64_t, 3> index{};
  std::vector<uint64_t> rounds;
  uint64_t left = maximumInstances, tries = maximumInstances;
  bool stopped = false;

  void place() {
    thread.restart(index);
    for (size_t i = 0; i < rounds.size(); ++i) thread.set(all.counters_[i], rounds[i]);
  }
  bool threads();
  bool counters();
  bool instance();
  std::optional<uint64_t> sum(const std::vector<Part>& parts);
  bool openValues(size_t which, uint64_t offset);
  bool openValue(const Open& open, size_t which, uint64_t offset);
};

bool AccessInstances::Walk::threads() {
  for (index[2] = 0; index[2] < *all.facts_.blockExtent(2); ++index[2]) {
    for (index[1] = 0; index[1] < *all.facts_.blockExtent(1); ++index[1]) {
      for (index[0] = 0; index[0] < *all.facts_.blockExtent(0); ++index[0]) {
        if (!counters()) return false;
        if (stopped) return true;
      }
    }
  }
  return true;
}

bool AccessInstances::Walk::counters() {
  if (rounds.size() == all.counters_.size()) return instance();
  const SymbolId counter = all.counters_[rounds.size()];
  for (const auto& [pinned, value] : all.request_.pinned) {
    if (pinned != counter) continue;
    rounds.push_back(value);
    const bool counted = counters();
    rounds.pop_back();
    return counted;
  }
  place();
  const KernelModel& model = all.facts_.model();
  const auto most = thread.value(model.loop(model.pool.symbolAt(counter).loop).backedgeCount);
  if (!most || *most >= maximumInstances) return false;
  for (uint64_t round = 0; round <= *most && !stopped; ++round) {
    rounds.push_back(round);
    const bool counted = counters();
    rounds.pop_back();
    if (!counted) return false;
  }
  return true;
}

bool AccessInstances::Walk::instance() {
  if (tries-- == 0) return false;
  place();
  for (const ExpressionId condition : all.conditions_) {
    const auto value = thread.value(condition);
    if (!value) return false;
    if (*value == 0) return true;
  }
  for (const auto& [subscript, extent] : all.subscripts_) {
    const auto value = thread.value(subscript);
    if (!value) return false;
    if (*value >= extent) return true;
  }
  const auto offset = sum(all.parts_);
  return offset && openValues(0, *offset);
}

std::optional<uint64_t> AccessInstances::Walk::sum(const std::vector<Part>& parts) {
  uint64_t total = 0;
  for (const Part& part : parts) {
    const auto value = thread.value(part.expression);
    if (!value) return std::nullopt;
    total += *value * part.factor;
  }
  return total;
}

bool AccessInstances::Walk::openValues(size_t which, uint64_t offset) {
  if (which < all.open_.size()) return openValue(all.open_[which], which, offset);
  if (left == 0) return false;
  --left;
  const MemoryObject& object = all.facts_.model().object(all.access_.object);
  if (all.request_.insideObject && !all.request_.modulo && offset > object.bytes - all.access_.bytes) return true;
  stopped = !visit(thread, offset);
  return true;
}

bool AccessInstances::Walk::openValue(const Open& open, size_t which, uint64_t offset) {
  const auto rest = sum(open.parts);
  if (!rest) return false;
  if (all.request_.modulo) return openValues(which + 1, offset + (*rest & (open.modulus - 1)) * open.factor);
  int64_t least = 0, most = static_cast<int64_t>(open.extent.value_or(0)) - 1;
  if (!open.extent) {
    const auto fixed = static_cast<int64_t>(offset), factor = static_cast<int64_t>(open.factor);
    const MemoryObject& object = all.facts_.model().object(all.access_.object);
    if (fixed > nearPlace || fixed < -nearPlace) return false;
    // Wider than needed: each place is looked at again.
    least = -(fixed / factor) - 1;
    most = (static_cast<int64_t>(object.bytes) - fixed) / factor + 1;
  }
  const uint64_t behind = (*rest - static_cast<uint64_t>(least)) & (open.modulus - 1);
  for (int64_t value = least + static_cast<int64_t>(behind); value <= most && !stopped;
       value += static_cast<int64_t>(open.modulus)) {
    if (!openValues(which + 1, offset + static_cast<uint64_t>(value) * open.factor)) return false;
  }
  return true;
}

bool AccessInstances::forEach(ConcreteThread& thread, const Visit& visit) const {
  return countable_ && Walk{*this, thread, visit}.threads();
}

}  // namespace warpwright::proof
