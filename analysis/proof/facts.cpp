#include "analysis/proof/facts.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/kernel/pointer_fields.h"

namespace warpwright::proof {
namespace {

constexpr uint64_t maximumAlignment = 1 << 16;
constexpr double largestFactor = 1e15, tooFar = 2e18;  // sums below 2^61 do not wrap

}  // namespace

Facts::Facts(const KernelModel& model) : model_(model), written_(model.objects.size(), false) {
  for (const Access& access : model.accesses) {
    if (access.kind == AccessKind::read) continue;
    if (access.object.isValid()) {
      written_[access.object.value] = true;
    } else {
      unresolvedWrite_ = true;
    }
  }
  for (const OpaqueCall& call : model.calls) opaqueMemoryCall_ = opaqueMemoryCall_ || call.touchesMemory;
  for (uint32_t i = 0; i < model.pool.symbolCount(); ++i) sharing_.push_back(decide(model.pool.symbolAt(SymbolId{i})));
  cones_.resize(model.pool.size());
  alignments_.resize(model.pool.size(), 0);
  total_.resize(model.pool.size());
}

Sharing Facts::decide(const Symbol& symbol) const {
  switch (symbol.kind) {
    case SymbolKind::threadIndex:
    case SymbolKind::loopCounter:
      return Sharing::instance;
    case SymbolKind::blockIndex:
    case SymbolKind::blockSize:
    case SymbolKind::gridSize:
    case SymbolKind::argument:
      return Sharing::block;
    case SymbolKind::unknown:
      return symbol.uniform ? Sharing::block : symbol.decidedBy.isValid() ? Sharing::address : Sharing::instance;
    case SymbolKind::loaded:
      break;
  }
  if (!symbol.neverWritten || !symbol.object.isValid() || !symbol.address.isValid()) return Sharing::instance;
  const MemoryObject& object = model_.object(symbol.object);
  if (object.space == MemorySpace::constant || object.space == MemorySpace::parameter) return Sharing::address;
  // A read of shared or local memory that nobody writes gives whatever was there.
  if (object.space != MemorySpace::global || object.isVolatile || opaqueMemoryCall_) return Sharing::instance;
  return written_[symbol.object.value] ? Sharing::instance : Sharing::address;
}

ExpressionId Facts::keyOf(SymbolId id) const {
  const Symbol& symbol = model_.pool.symbolAt(id);
  return symbol.kind == SymbolKind::loaded ? symbol.address : symbol.decidedBy;
}

bool Facts::isSameFunction(SymbolId a, SymbolId b) const {
  const Symbol &x = model_.pool.symbolAt(a), &y = model_.pool.symbolAt(b);
  if (x.kind != SymbolKind::loaded || y.kind != SymbolKind::loaded) return a == b;
  return x.object == y.object && x.width == y.width;
}

bool Facts::isOpaque(SymbolId id) const {
  const Symbol& symbol = model_.pool.symbolAt(id);
  return symbol.kind == SymbolKind::unknown ||
         (symbol.kind == SymbolKind::loaded && sharing_[id.value] == Sharing::instance);
}

bool Facts::isBroadcast(SymbolId id) const {
  const Symbol& symbol = model_.pool.symbolAt(id);
  if (symbol.kind != SymbolKind::loaded || sharing_[id.value] != Sharing::instance) return false;
  if (!symbol.object.isValid() || !symbol.address.isValid()) return false;
  if (!isSharedMemory(symbol.object) && !isGlobalMemory(symbol.object)) return false;
  const std::vector<SymbolId>& cone = coneOf(symbol.address);
  return std::all_of(cone.begin(), cone.end(), [&](SymbolId one) { return sharing_[one.value] == Sharing::block; });
}

bool Facts::blockIsKnown() const {
  return std::all_of(model_.block.begin(), model_.block.end(), [](const auto& extent) { return extent.has_value(); });
}

const std::vector<SymbolId>& Facts::coneOf(ExpressionId expression) const {
  std::optional<std::vector<SymbolId>>& entry = cones_[expression.value];
  if (entry) return *entry;
  std::vector<SymbolId> cone = model_.pool.symbolsOf(expression);
  for (size_t next = 0; next < cone.size(); ++next) {
    const Symbol& symbol = model_.pool.symbolAt(cone[next]);
    std::vector<ExpressionId> more;
    if (const ExpressionId key = keyOf(cone[next]); key.isValid()) more.push_back(key);
    if (symbol.kind == SymbolKind::loopCounter && symbol.loop.isValid()) {
      const ExpressionId count = model_.loop(symbol.loop).backedgeCount;
      if (count.isValid()) more.push_back(count);
    }
    for (const ExpressionId root : more) {
      for (const SymbolId found : model_.pool.symbolsOf(root)) {
        if (std::find(cone.begin(), cone.end(), found) == cone.end()) cone.push_back(found);
      }
    }
  }
  entry = std::move(cone);
  return *entry;
}

std::vector<SymbolId> Facts::coneOf(const std::vector<ExpressionId>& expressions) const {
  std::vector<SymbolId> all;
  for (const ExpressionId expression : expressions) {
    if (!expression.isValid()) continue;
    for (const SymbolId id : coneOf(expression)) {
      if (std::find(all.begin(), all.end(), id) == all.end()) all.push_back(id);
    }
  }
  return all;
}

bool Facts::sameMemory(ObjectId a, ObjectId b) const {
  if (a == b) return true;
  const MemoryObject &x = model_.object(a), &y = model_.object(b);
  return x.space == MemorySpace::shared && y.space == MemorySpace::shared && x.isDynamic && y.isDynamic;
}

bool Facts::mayMeetInShared(const Access& a, const Access& b) const {
  for (const Access* access : {&a, &b}) {
    if (isResolved(*access)) return isSharedMemory(access->object) && mayBeReached(access->object);
  }
  return std::any_of(model_.objects.begin(), model_.objects.end(),
                     [&](const MemoryObject& object) { return isSharedMemory(object.id) && mayBeReached(object.id); });
}

bool Facts::isTotal(ExpressionId expression) const {
  std::optional<bool>& known = total_[expression.value];
  if (known) return *known;
  known = true;  // a value that decides itself
  const ExpressionNode& node = model_.pool.at(expression);
  bool result = true;
  if (node.op == ExpressionOp::symbol) {
    if (const ExpressionId key = keyOf(node.symbol); key.isValid()) result = isTotal(key);
    return *(known = result);
  }
  if (node.op == ExpressionOp::udiv || node.op == ExpressionOp::sdiv || node.op == ExpressionOp::urem ||
      node.op == ExpressionOp::srem) {
    const ExpressionNode& divisor = model_.pool.at(node.operands[1]);
    result = divisor.op == ExpressionOp::constant && divisor.constant != 0;
  }
  for (const ExpressionId operand : node.operands) result = result && (!operand.isValid() || isTotal(operand));
  return *(known = result);
}

uint64_t Facts::alignmentOf(ExpressionId expression) const {
  uint64_t& known = alignments_[expression.value];
  if (known != 0) return known;
  const ExpressionNode& node = model_.pool.at(expression);
  const auto of = [&](int operand) { return alignmentOf(node.operands[operand]); };
  uint64_t result = 1;
  switch (node.op) {
    case ExpressionOp::constant:
      result = node.constant == 0 ? maximumAlignment : node.constant & (0 - node.constant);
      break;
    case ExpressionOp::add:
    case ExpressionOp::sub:
    case ExpressionOp::bitOr:
    case ExpressionOp::bitXor:
      result = std::min(of(0), of(1));
      break;
    case ExpressionOp::bitAnd:
      result = std::max(of(0), of(1));
      break;
    case ExpressionOp::mul:
      result = of(0) * of(1);
      break;
    case ExpressionOp::shl:
      result = of(0);
      break;
    case ExpressionOp::select:
      result = std::min(of(1), of(2));
      break;
    case ExpressionOp::zext:
    case ExpressionOp::sext:
    case ExpressionOp::trunc:
      result = of(0);
      break;
    default:
      break;
  }
  known = std::min(result, maximumAlignment);
  return known;
}

/// A sum of multiples, all of which `stride` divides. It is right for wrapping arithmetic as far as `stride` is a power
/// of two; `reach` bounds the sum as an integer where all parts are narrow.
struct Facts::Sum {
  uint64_t stride = 0, constant = 0;
  double reach = 0;
};

void Facts::addTo(Sum& sum, ExpressionId expression, uint64_t factor) const {
  const ExpressionNode& node = model_.pool.at(expression);
  const auto constantAt = [&](int i) -> std::optional<uint64_t> {
    const ExpressionNode& operand = model_.pool.at(node.operands[i]);
    return operand.op == ExpressionOp::constant ? std::optional(operand.constant) : std::nullopt;
  };
  const auto size = [](uint64_t value) { return std::abs(static_cast<double>(static_cast<int64_t>(value))); };
  switch (node.op) {
    case ExpressionOp::constant:
      sum.constant += node.constant * factor;
      sum.reach += size(node.constant) * size(factor);
      return;
    case ExpressionOp::add:
    case ExpressionOp::sub:
      addTo(sum, node.operands[0], factor);
      return addTo(sum, node.operands[1], node.op == ExpressionOp::add ? factor : 0 - factor);
    case ExpressionOp::mul:
      if (const auto times = constantAt(1)) {
        sum.reach += size(factor) * size(*times) < largestFactor ? 0 : tooFar;
        return addTo(sum, node.operands[0], factor * *times);
      }
      break;
    case ExpressionOp::shl:
      if (const auto places = constantAt(1); places && *places < 64) {
        sum.reach += std::ldexp(size(factor), static_cast<int>(*places)) < largestFactor ? 0 : tooFar;
        return addTo(sum, node.operands[0], factor << *places);
      }
      break;
    default:
      break;
  }
  const bool widened = node.op == ExpressionOp::zext || node.op == ExpressionOp::sext;
  const unsigned width = widened ? model_.pool.at(node.operands[0]).width : node.width;
  const auto part = static_cast<int64_t>(factor * alignmentOf(expression));
  sum.stride = std::gcd(sum.stride, part < 0 ? 0 - static_cast<uint64_t>(part) : static_cast<uint64_t>(part));
  sum.reach += std::ldexp(size(factor), static_cast<int>(width));
}

Facts::Lattice Facts::latticeOf(ExpressionId expression) const {
  Sum sum;
  addTo(sum, expression, 1);
  // What wraps keeps its remainder for powers of two only.
  if (sum.reach >= tooFar && sum.stride != 0) sum.stride &= 0 - sum.stride;
  if (sum.stride == 0) return {0, sum.constant};
  const auto constant = static_cast<int64_t>(sum.constant);
  const auto stride = static_cast<int64_t>(std::min(sum.stride, uint64_t{1} << 62));
  return {static_cast<uint64_t>(stride), static_cast<uint64_t>((constant % stride + stride) % stride)};
}

std::vector<ObjectId> Facts::sharedLoads(const std::vector<ExpressionId>& expressions) const {
  std::vector<ObjectId> objects;
  for (const SymbolId id : coneOf(expressions)) {
    const ObjectId object = model_.pool.symbolAt(id).object;
    if (sharing_[id.value] != Sharing::address || !object.isValid()) continue;
    if (std::find(objects.begin(), objects.end(), object) == objects.end()) objects.push_back(object);
  }
  return objects;
}

std::vector<Assumption> Facts::loadAssumptions(ObjectId id) const {
  const MemoryObject& object = model_.object(id);
  std::vector<Assumption> list;
  if (object.space != MemorySpace::global) return list;
  for (const MemoryObject& other : model_.objects) {
    if (!written_[other.id.value] || other.id == id || !isGlobalMemory(other.id)) continue;
    if (!isBehindPointer(object) && !isBehindPointer(other)) continue;  // two variables never overlap
    Assumption assumption = disjointAssumption(object, other);
    assumption.text = {"nothing writes %1 through another pointer: %2", code(object.name), assumption.text};
    list.push_back(std::move(assumption));
  }
  if (unresolvedWrite_) {
    list.push_back({{"nothing writes %1 through another pointer", code(object.name)}, {}});
  }
  return list;
}

Assumption disjointAssumption(const MemoryObject& a, const MemoryObject& b) {
  const bool swap = b.name < a.name;
  const std::string &first = swap ? b.name : a.name, &second = swap ? a.name : b.name;
  // A run looks at the pointers that a launch passes, and at the variables of the device.
  return {{"%1 and %2 do not overlap", code(first), code(second)}, {RunCheck::Kind::disjoint, {first, second}}};
}

}  // namespace warpwright::proof
