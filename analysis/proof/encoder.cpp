#include "analysis/proof/encoder.h"

#include <algorithm>
#include <bit>

#include "analysis/proof/term_context.h"

namespace warpwright::proof {
namespace {

constexpr uint64_t gridLimit[] = {0x7fffffff, 65535, 65535};
constexpr uint64_t blockLimit[] = {1024, 1024, 64};
constexpr const char* axis[] = {".x", ".y", ".z"};
constexpr size_t maximumLoadPairs = 64;

}  // namespace

Encoder::Encoder(z3::context& context, const Facts& facts, bool shareLoads)
    : context_(context), facts_(facts), shareLoads_(shareLoads) {}

z3::expr Encoder::constantFor(const std::string& name, unsigned width) {
  return width == 1 ? context_.bool_const(name.c_str()) : context_.bv_const(name.c_str(), width);
}

/// A constant that is at most `most`. Fewer bits make far smaller circuits of divisions and products than a bound does.
z3::expr Encoder::constantFor(const std::string& name, unsigned width, uint64_t most) {
  const auto bits = std::max(1u, static_cast<unsigned>(std::bit_width(most)));
  return bits >= width ? constantFor(name, width) : z3::zext(context_.bv_const(name.c_str(), bits), width - bits);
}

/// The largest value that a symbol can have, as far as that is a number.
uint64_t Encoder::mostOf(const Symbol& symbol) const {
  uint64_t most = symbol.maximum.value_or(~uint64_t{0});
  const bool isIndex = symbol.width >= 32;
  if (symbol.kind == SymbolKind::blockIndex && isIndex) most = std::min(most, gridLimit[symbol.dimension] - 1);
  if (symbol.kind == SymbolKind::gridSize && isIndex) most = std::min(most, gridLimit[symbol.dimension]);
  if (symbol.kind != SymbolKind::loopCounter || !symbol.loop.isValid()) return most;
  const ExpressionId count = facts_.model().loop(symbol.loop).backedgeCount;
  const bool counted = count.isValid() && facts_.model().pool.at(count).op == ExpressionOp::constant;
  return counted ? std::min(most, facts_.model().pool.at(count).constant) : most;
}

z3::expr Encoder::blockExtent(int d) {
  if (!blockExtent_[d]) {
    const auto known = facts_.blockExtent(d);
    blockExtent_[d] = known ? number(*known, 32) : constantFor(std::string("blockDim") + axis[d], 32);
  }
  return *blockExtent_[d];
}

z3::expr Encoder::threadIndex(Instance& instance, int d) {
  if (!instance.threadIndex_[d]) {
    instance.threadIndex_[d] = facts_.blockExtent(d) == 1u
                                   ? number(0, 32)
                                   : constantFor(std::string("threadIdx") + axis[d] + instance.thread_, 32,
                                                 facts_.blockExtent(d).value_or(blockLimit[d]) - 1);
  }
  return *instance.threadIndex_[d];
}

z3::expr Encoder::symbol(Instance& instance, SymbolId id) {
  if (const auto found = instance.symbols_.find(id); found != instance.symbols_.end()) return found->second;
  const Symbol& symbol = facts_.model().pool.symbolAt(id);
  const auto fit = [&](const z3::expr& value) {  // the index registers have 32 bits
    if (symbol.width == 32) return value;
    return symbol.width < 32 ? value.extract(symbol.width - 1, 0) : z3::zext(value, symbol.width - 32);
  };
  if (symbol.kind == SymbolKind::threadIndex) return fit(threadIndex(instance, symbol.dimension));
  if (symbol.kind == SymbolKind::blockSize) return fit(blockExtent(symbol.dimension));
  const std::string name = symbol.name + "#" + std::to_string(id.value);
  const Sharing sharing = facts_.sharingOf(id);
  if (sharing == Sharing::block) {
    const auto found = shared_.find(id);
    return found != shared_.end() ? found->second
                                  : shared_.emplace(id, constantFor(name, symbol.width, mostOf(symbol))).first->second;
  }
  z3::expr result = constantFor(name + instance.suffix_, symbol.width, mostOf(symbol));
  if (sharing == Sharing::address && isShared(symbol)) {
    const z3::expr address = value(instance, facts_.keyOf(id)).simplify();
    kept_.push_back(address);
    const uint32_t function = symbol.kind == SymbolKind::loaded ? 0 : id.value + 1;
    const std::array<uint32_t, 4> key{symbol.object.value, function, symbol.width, Z3_get_ast_id(context_, address)};
    const std::string loadName = name + "@" + std::to_string(key[3]);
    const auto found = loads_.find(key);
    result =
        found != loads_.end() ? found->second : loads_.emplace(key, constantFor(loadName, symbol.width)).first->second;
  }
  instance.symbols_.emplace(id, result);
  return result;
}

z3::expr Encoder::value(Instance& instance, ExpressionId id) {
  if (const auto& known = instance.memo_[id.value]) return *known;
  const z3::expr result = translate(instance, id, facts_.model().pool.at(id));
  instance.memo_[id.value] = result;
  return result;
}

z3::expr Encoder::translate(Instance& instance, ExpressionId id, const ExpressionNode& node) {
  const auto operand = [&](int i) { return value(instance, node.operands[i]); };
  switch (node.op) {
    case ExpressionOp::constant:
      return node.width == 1 ? truth(node.constant != 0) : number(node.constant, node.width);
    case ExpressionOp::symbol:
      return symbol(instance, node.symbol);
    case ExpressionOp::select:
      return z3::ite(operand(0), operand(1), operand(2));
    case ExpressionOp::zext:
    case ExpressionOp::sext: {
      z3::expr from = operand(0);
      if (from.is_bool()) assign(from, asBits(from));
      const unsigned more = node.width - from.get_sort().bv_size();
      return node.op == ExpressionOp::sext ? z3::sext(from, more) : z3::zext(from, more);
    }
    case ExpressionOp::trunc: {
      const z3::expr low = operand(0).extract(node.width - 1, 0);
      return node.width == 1 ? low == number(1, 1) : low;
    }
    default:
      return operation(instance, id, node);
  }
}

z3::expr Encoder::operation(Instance& instance, ExpressionId id, const ExpressionNode& node) {
  z3::expr x = value(instance, node.operands[0]), y = value(instance, node.operands[1]);
  const bool logical = x.is_bool();
  switch (node.op) {
    case ExpressionOp::eq:
      return x == y;
    case ExpressionOp::ne:
      return x != y;
    case ExpressionOp::bitAnd:
      return logical ? x && y : x & y;
    case ExpressionOp::bitOr:
      return logical ? x || y : x | y;
    case ExpressionOp::bitXor:
      return logical ? x != y : x ^ y;
    default:
      break;
  }
  if (logical) {
    assign(x, asBits(x));
    assign(y, asBits(y));
  }
  const auto result = [&](const z3::expr& value) { return logical ? value == number(1, 1) : value; };
  // What a division by zero gives is not defined: any value.
  const auto division = [&](const z3::expr& quotient) {
    const ExpressionNode& divisor = facts_.model().pool.at(node.operands[1]);
    if (divisor.op == ExpressionOp::constant && divisor.constant != 0) return result(quotient);
    const std::string name = "division by zero#" + std::to_string(id.value) + instance.suffix_;
    return z3::ite(y == number(0, y.get_sort().bv_size()), constantFor(name, node.width), result(quotient));
  };
  switch (node.op) {
    case ExpressionOp::add:
      return result(x + y);
    case ExpressionOp::sub:
      return result(x - y);
    case ExpressionOp::mul:
      return result(x * y);
    case ExpressionOp::udiv:
      return division(z3::udiv(x, y));
    case ExpressionOp::sdiv:
      return division(x / y);
    case ExpressionOp::urem:
      return division(z3::urem(x, y));
    case ExpressionOp::srem:
      return division(z3::srem(x, y));
    case ExpressionOp::shl:
      return result(z3::shl(x, y));
    case ExpressionOp::lshr:
      return result(z3::lshr(x, y));
    case ExpressionOp::ashr:
      return result(z3::ashr(x, y));
    case ExpressionOp::ult:
      return z3::ult(x, y);
    case ExpressionOp::ule:
      return z3::ule(x, y);
    case ExpressionOp::slt:
      return z3::slt(x, y);
    default:
      return z3::sle(x, y);
  }
}

z3::expr Encoder::blockBounds() {
  z3::expr all = truth(true), threads = number(1, 32);
  for (int d = 0; d < 3; ++d) {
    const z3::expr extent = blockExtent(d);
    assign(threads, threads * extent);
    if (facts_.blockExtent(d)) continue;
    const uint64_t most = std::min<uint64_t>(blockLimit[d], facts_.maxThreads());
    assign(all, all && z3::uge(extent, number(1, 32)) && z3::ule(extent, number(most, 32)));
  }
  // Each extent is at most 1024, so the product of three cannot wrap in 32 bits.
  return facts_.blockIsKnown() ? all : all && z3::ule(threads, number(facts_.maxThreads(), 32));
}

z3::expr Encoder::counterBound(Instance& instance, const Symbol& symbol) {
  if (!symbol.loop.isValid()) return truth(true);
  const Loop& loop = facts_.model().loop(symbol.loop);
  if (!loop.backedgeCount.isValid()) return truth(true);
  z3::expr counter = this->symbol(instance, loop.counter), most = value(instance, loop.backedgeCount);
  const unsigned width = counter.get_sort().bv_size(), other = most.get_sort().bv_size();
  if (other < width) assign(most, z3::zext(most, width - other));
  if (width < other) assign(counter, z3::zext(counter, other - width));
  return z3::ule(counter, most);
}

/// What always holds for a symbol, whatever the program does.
z3::expr Encoder::rangeOf(Instance& instance, SymbolId id) {
  const Symbol& symbol = facts_.model().pool.symbolAt(id);
  z3::expr all = truth(true);
  if (symbol.width == 1) return all;
  const bool isIndex = symbol.width >= 32;
  const z3::expr own = this->symbol(instance, id);
  const auto atMost = [&](uint64_t most) { return z3::ule(own, number(most, symbol.width)); };
  if (symbol.minimum) assign(all, all && z3::uge(own, number(*symbol.minimum, symbol.width)));
  if (symbol.maximum) assign(all, all && atMost(*symbol.maximum));
  if (symbol.kind == SymbolKind::blockIndex && isIndex) {
    const SymbolId grid = facts_.model().gridSize[symbol.dimension];
    assign(all, all && z3::ult(own, number(gridLimit[symbol.dimension], symbol.width)));
    if (grid.isValid() && facts_.model().pool.symbolAt(grid).width == symbol.width) {
      assign(all, all && z3::ult(own, this->symbol(instance, grid)));
    }
  }
  if (symbol.kind == SymbolKind::gridSize && isIndex) {
    assign(all, all && z3::uge(own, number(1, symbol.width)) && atMost(gridLimit[symbol.dimension]));
  }
  return all;
}

z3::expr Encoder::structuralBounds(std::vector<Instance*> instances, const std::vector<ExpressionId>& roots) {
  z3::expr all = blockBounds();
  const std::vector<SymbolId> symbols = facts_.coneOf(roots);
  for (Instance* instance : instances) {
    for (int d = 0; d < 3; ++d) {
      if (facts_.blockExtent(d) != 1u) assign(all, all && z3::ult(threadIndex(*instance, d), blockExtent(d)));
    }
    for (const SymbolId id : symbols) {
      const Symbol& symbol = facts_.model().pool.symbolAt(id);
      if (!facts_.isOpaque(id)) assign(all, all && rangeOf(*instance, id));
      if (symbol.kind == SymbolKind::loopCounter) assign(all, all && counterBound(*instance, symbol));
    }
  }
  return all && loadConsistency(instances, roots);
}

z3::expr Encoder::opaqueRanges(std::vector<Instance*> instances, const std::vector<ExpressionId>& roots) {
  z3::expr all = truth(true);
  for (Instance* instance : instances) {
    for (const SymbolId id : facts_.coneOf(roots)) {
      if (facts_.isOpaque(id)) assign(all, all && rangeOf(*instance, id));
    }
  }
  return all;
}

z3::expr Encoder::bounds(std::vector<Instance*> instances, const std::vector<ExpressionId>& roots) {
  return structuralBounds(instances, roots) && opaqueRanges(instances, roots);
}

z3::expr Encoder::loadConsistency(std::vector<Instance*> instances, const std::vector<ExpressionId>& roots) {
  z3::expr all = truth(true);
  const std::vector<SymbolId> symbols = facts_.coneOf(roots);
  struct Load {
    SymbolId symbol;
    z3::expr address, value;
  };
  std::vector<Load> loads;
  for (Instance* instance : instances) {
    for (const SymbolId id : symbols) {
      const Symbol& symbol = facts_.model().pool.symbolAt(id);
      if (facts_.sharingOf(id) != Sharing::address || !isShared(symbol)) continue;
      loads.push_back({id, value(*instance, facts_.keyOf(id)), this->symbol(*instance, id)});
    }
  }
  size_t pairs = 0;
  for (size_t i = 0; i < loads.size(); ++i) {
    for (size_t j = i + 1; j < loads.size() && pairs < maximumLoadPairs; ++j) {
      const Load &a = loads[i], &b = loads[j];
      if (!facts_.isSameFunction(a.symbol, b.symbol)) continue;
      if (z3::eq(a.value, b.value)) continue;
      assign(all, all && z3::implies(a.address == b.address, a.value == b.value));
      ++pairs;
    }
  }
  return all;
}

z3::expr Encoder::smallValues(std::vector<Instance*> instances, const std::vector<ExpressionId>& roots) {
  z3::expr all = truth(true);
  for (Instance* instance : instances) {
    for (const SymbolId id : facts_.coneOf(roots)) {
      const Symbol& symbol = facts_.model().pool.symbolAt(id);
      std::optional<uint64_t> most;
      switch (symbol.kind) {
        case SymbolKind::argument:
          most = 1023;
          break;
        case SymbolKind::blockIndex:
          most = 3;
          break;
        case SymbolKind::gridSize:
          most = 7;
          break;
        case SymbolKind::loopCounter:
          // A later round of a loop that ends we know not when need not exist.
          most = symbol.loop.isValid() && facts_.model().loop(symbol.loop).backedgeCount.isValid() ? 31 : 0;
          break;
        case SymbolKind::loaded:
        case SymbolKind::unknown:
          most = 255;
          break;
        default:
          break;
      }
      if (!most || symbol.width == 1 || (symbol.width < 64 && *most >= (uint64_t{1} << symbol.width))) continue;
      most = std::max(*most, symbol.minimum.value_or(0));
      assign(all, all && z3::ule(this->symbol(*instance, id), number(*most, symbol.width)));
    }
  }
  return all;
}

}  // namespace warpwright::proof
