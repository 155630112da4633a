#include "analysis/passes/placement/element_slots.h"

#include <algorithm>
#include <bit>
#include <set>

namespace warpwright::passes {
namespace {

int64_t signedValue(const ExpressionNode& node) {
  if (node.width >= 64) return static_cast<int64_t>(node.constant);
  const uint64_t sign = uint64_t{1} << (node.width - 1);
  return static_cast<int64_t>((node.constant ^ sign) - sign);
}

std::optional<int64_t> constantOf(const ExpressionPool& pool, ExpressionId id) {
  const ExpressionNode& node = pool.at(id);
  if (node.op != ExpressionOp::constant) return std::nullopt;
  return signedValue(node);
}

struct Part {
  uint32_t line = 0;
  size_t index = 0;  // among the accesses of the object
  const Access* access = nullptr;
  uint64_t phase = 0;             // byte inside the element where the access starts
  std::vector<int64_t> elements;  // in the order of the proof
};

// The one loop around the access whose counter its offset depends on, and the factor; no loop where there are several.
std::pair<LoopId, int64_t> steppingLoop(const KernelModel& model, const Access& access) {
  std::pair<LoopId, int64_t> found{};
  for (LoopId id = access.loop; id.isValid(); id = model.loop(id).parent) {
    const auto factor = factorOf(model.pool, access.offset, model.loop(id).counter);
    if (!factor) return {};
    if (*factor == 0) continue;
    if (found.first.isValid()) return {};
    found = {id, *factor};
  }
  return found;
}

// Does the guard, a conjunction, leave round 0 as open as any other round? Conditions without the counter do.
bool mayBeInFirstRound(const ExpressionPool& pool, ExpressionId guard, SymbolId counter) {
  const ExpressionNode& node = pool.at(guard);
  if (node.op == ExpressionOp::bitAnd && node.width == 1) {
    return mayBeInFirstRound(pool, node.operands[0], counter) && mayBeInFirstRound(pool, node.operands[1], counter);
  }
  const auto symbols = pool.symbolsOf(guard);
  if (std::find(symbols.begin(), symbols.end(), counter) == symbols.end()) return true;
  return pool.evaluate(guard, {{counter, 0}}) == std::optional<uint64_t>(1);
}

}  // namespace

std::optional<uint64_t> residue(const ExpressionPool& pool, ExpressionId id, uint64_t divisor) {
  if (divisor == 1) return 0;
  if (!id.isValid()) return std::nullopt;
  const ExpressionNode& node = pool.at(id);
  const bool powerOfTwo = std::has_single_bit(divisor);
  // Wrapping keeps the residue only for divisors of 2^width. For others (a float3) the address itself must not wrap,
  // which holds inside an object; narrower arithmetic may.
  if (powerOfTwo ? (node.width < 64 && divisor > (uint64_t{1} << node.width)) : node.width < 64) {
    if (node.op != ExpressionOp::constant) return std::nullopt;
  }
  const auto of = [&](int operand) { return residue(pool, node.operands[operand], divisor); };
  switch (node.op) {
    case ExpressionOp::constant: {
      const int64_t value = signedValue(node) % static_cast<int64_t>(divisor);
      return static_cast<uint64_t>(value < 0 ? value + static_cast<int64_t>(divisor) : value);
    }
    case ExpressionOp::add:
    case ExpressionOp::sub: {
      const auto left = of(0), right = of(1);
      if (!left || !right) return std::nullopt;
      return (*left + (node.op == ExpressionOp::add ? *right : divisor - *right)) % divisor;
    }
    case ExpressionOp::mul: {
      const auto left = of(0), right = of(1);
      if ((left && *left == 0) || (right && *right == 0)) return 0;
      if (!left || !right) return std::nullopt;
      return (*left * *right) % divisor;
    }
    case ExpressionOp::shl: {
      const auto shift = constantOf(pool, node.operands[1]);
      if (!shift || *shift < 0 || *shift >= 32) return std::nullopt;
      const uint64_t factor = (uint64_t{1} << *shift) % divisor;
      if (factor == 0) return 0;
      const auto left = of(0);
      if (!left) return std::nullopt;
      return (*left * factor) % divisor;
    }
    case ExpressionOp::select: {
      const auto yes = of(1), no = of(2);
      return yes && no && *yes == *no ? yes : std::nullopt;
    }
    case ExpressionOp::zext:
    case ExpressionOp::sext:
    case ExpressionOp::trunc:
      return of(0);
    default:
      return std::nullopt;
  }
}

std::optional<int64_t> factorOf(const ExpressionPool& pool, ExpressionId id, SymbolId counter) {
  const ExpressionNode& node = pool.at(id);
  switch (node.op) {
    case ExpressionOp::constant:
      return 0;
    case ExpressionOp::symbol:
      return node.symbol == counter ? 1 : 0;
    case ExpressionOp::add:
    case ExpressionOp::sub: {
      const auto left = factorOf(pool, node.operands[0], counter), right = factorOf(pool, node.operands[1], counter);
      if (!left || !right) return std::nullopt;
      return node.op == ExpressionOp::add ? *left + *right : *left - *right;
    }
    case ExpressionOp::mul:
    case ExpressionOp::shl: {
      const auto left = factorOf(pool, node.operands[0], counter), right = factorOf(pool, node.operands[1], counter);
      if (!left || !right) return std::nullopt;
      if (*left == 0 && *right == 0) return 0;
      auto constant = constantOf(pool, node.operands[1]);
      if (!constant) return std::nullopt;
      if (node.op == ExpressionOp::shl) {
        if (*constant < 0 || *constant > 30) return std::nullopt;
        constant = int64_t{1} << *constant;
      }
      return *left * *constant;
    }
    case ExpressionOp::zext:
    case ExpressionOp::sext:
    case ExpressionOp::trunc: {
      const auto factor = factorOf(pool, node.operands[0], counter);
      // A narrow integer wraps within the range that slots span.
      const bool narrow = node.width < 32 || pool.at(node.operands[0]).width < 32;
      return factor && *factor != 0 && narrow ? std::nullopt : factor;
    }
    default: {
      const auto symbols = pool.symbolsOf(id);
      return std::find(symbols.begin(), symbols.end(), counter) == symbols.end() ? std::optional<int64_t>(0)
                                                                                 : std::nullopt;
    }
  }
}

std::optional<UseSlot::Linear> linearIn(const ExpressionPool& pool, ExpressionId id, SymbolId counter) {
  for (const SymbolId symbol : pool.symbolsOf(id)) {
    if (symbol != counter) return std::nullopt;
  }
  const auto stride = factorOf(pool, id, counter);
  const auto start = pool.evaluate(id, {{counter, 0}});
  if (!stride || !start) return std::nullopt;
  const uint8_t width = pool.at(id).width;
  return UseSlot::Linear{signedValue({ExpressionOp::constant, width, *start, {}, {}}), *stride};
}

namespace {

/// Why the slots cannot be told, and which access says so.
struct Obstacle {
  const Access* access;
  std::string why;
};

/// The accesses of the object, each with the byte of its element that it starts at.
std::optional<Obstacle> findParts(const KernelModel& model, ObjectId object, const proof::Slots& slots,
                                  std::vector<Part>& parts) {
  const uint64_t size = model.object(object).elementBytes;
  size_t index = 0;
  for (const Access& access : model.accesses) {
    if (access.object != object) continue;
    const size_t mine = index++;
    if (mine >= slots.slotOfAccess.size()) return Obstacle{&access, "its slot is not known"};
    const auto phase = residue(model.pool, access.offset, size);
    if (!phase) return Obstacle{&access, "it cannot be told which part of an element is meant"};
    if (*phase + access.bytes > size) return Obstacle{&access, "it covers parts of two elements"};
    parts.push_back({access.line, mine, &access, *phase, {}});
  }
  return std::nullopt;
}

/// Which elements each part means, and all of them. The proof counts bytes from the thread's first slot; that slot
/// starts `origin` bytes into an element.
std::optional<Obstacle> findElements(const proof::Slots& slots, uint64_t size, std::vector<Part>& parts,
                                     std::set<int64_t>& elements) {
  std::optional<uint64_t> origin;
  for (Part& part : parts) {
    for (const uint64_t distance : slots.slotOfAccess[part.index]) {
      if (!origin) origin = (part.phase + size - distance % size) % size;
      const int64_t start = static_cast<int64_t>(distance + *origin) - static_cast<int64_t>(part.phase);
      if (start < 0 || start % static_cast<int64_t>(size) != 0) {
        return Obstacle{part.access, "it covers parts of two elements"};
      }
      part.elements.push_back(start / static_cast<int64_t>(size));
      elements.insert(part.elements.back());
    }
  }
  return std::nullopt;
}

/// How the elements that are used lie. Requires: at least two.
struct Spacing {
  Spacing(const std::set<int64_t>& elements, uint64_t size)
      : sorted(elements.begin(), elements.end()),
        gap(sorted[1] - sorted[0]),
        stepBytes(gap * static_cast<int64_t>(size)),
        isEven(sorted.back() - sorted.front() == gap * static_cast<int64_t>(sorted.size() - 1)) {}
  uint32_t rank(int64_t element) const {
    return static_cast<uint32_t>(std::lower_bound(sorted.begin(), sorted.end(), element) - sorted.begin());
  }

  std::vector<int64_t> sorted;
  int64_t gap, stepBytes;
  bool isEven;
};

/// The slots that an access means. Of several, in an unrolled loop, its offset must be an added multiple of one
/// counter, so that they come in the order of that.
std::optional<Obstacle> findSlot(const KernelModel& model, const Part& part, const Spacing& spacing, UseSlot& slot) {
  const auto [low, high] = std::minmax_element(part.elements.begin(), part.elements.end());
  slot.first = spacing.rank(*low);
  if (*low == *high) return std::nullopt;
  const Obstacle noStep{part.access, "its slots follow no simple step"};
  const auto [inner, factor] = steppingLoop(model, *part.access);
  if (!spacing.isEven || !inner.isValid()) return noStep;
  const Loop& loop = model.loop(inner);
  if (factor % spacing.stepBytes != 0 || !loop.constantTripCount) return noStep;
  slot.step = factor / spacing.stepBytes;
  slot.trips = std::set<int64_t>(part.elements.begin(), part.elements.end()).size();
  slot.loop = loop.range;
  // The slots are those of as many rounds in a row; the first of them must be round 0.
  const int64_t span = (slot.step < 0 ? -slot.step : slot.step) * spacing.gap;
  if (slot.trips > *loop.constantTripCount || *high - *low != span * static_cast<int64_t>(slot.trips - 1) ||
      !mayBeInFirstRound(model.pool, part.access->guard, loop.counter)) {
    return noStep;
  }
  if (slot.step < 0) slot.first = spacing.rank(*high);
  for (const ExpressionId subscript : part.access->subscripts) {
    slot.subscripts.push_back(linearIn(model.pool, subscript, loop.counter));
  }
  return std::nullopt;
}

}  // namespace

ElementSlots elementSlots(const KernelModel& model, ObjectId object, const proof::Slots& slots) {
  ElementSlots result;
  const uint64_t size = model.object(object).elementBytes;
  const auto fail = [&](const Obstacle& obstacle) {
    result.problem = obstacle.why;
    result.problemLine = obstacle.access->line;
    return result;
  };
  if (size == 0) {
    result.problem = "the size of its elements is not known";
    return result;
  }
  std::vector<Part> parts;
  if (const auto obstacle = findParts(model, object, slots, parts)) return fail(*obstacle);
  std::set<int64_t> elements;
  if (const auto obstacle = findElements(slots, size, parts, elements)) return fail(*obstacle);
  result.count = static_cast<uint32_t>(elements.size());
  if (result.count <= 1) return result;

  const Spacing spacing(elements, size);
  std::map<AccessId, UseSlot> ofAccess;
  for (const Part& part : parts) {
    if (part.elements.empty()) continue;
    if (const auto obstacle = findSlot(model, part, spacing, ofAccess[part.access->id])) return fail(*obstacle);
  }
  for (const SourceUse& use : model.object(object).uses) {
    for (const AccessId id : use.accesses) {
      const auto slot = ofAccess.find(id);
      if (slot == ofAccess.end()) continue;
      const auto [known, isNew] = result.uses.emplace(use.range.begin, slot->second);
      if (!isNew && known->second != slot->second)
        return fail({&model.access(id), "it means different slots in different places"});
    }
  }
  return result;
}

}  // namespace warpwright::passes
