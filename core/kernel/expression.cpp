#include "core/kernel/expression.h"

#include <cassert>
#include <utility>

#include "core/kernel/bit_vector.h"

namespace warpwright {
namespace {

using Op = ExpressionOp;

bool isCommutative(Op op) {
  return op == Op::add || op == Op::mul || op == Op::bitAnd || op == Op::bitOr || op == Op::bitXor || op == Op::eq ||
         op == Op::ne;
}
bool isComparison(Op op) {
  return op >= Op::eq && op <= Op::sle;
}

uint64_t hashNode(const ExpressionNode& node) {
  uint64_t hash = 0x9e3779b97f4a7c15u;
  const auto mix = [&](uint64_t value) {
    hash ^= value + 0x9e3779b97f4a7c15u + (hash << 6) + (hash >> 2);
    hash *= 0xff51afd7ed558ccdu;
    hash ^= hash >> 32;
  };
  mix(static_cast<uint64_t>(node.op) << 8 | node.width);
  mix(node.constant);
  mix(node.symbol.value);
  for (const ExpressionId operand : node.operands) mix(operand.value);
  return hash;
}

}  // namespace

ExpressionId ExpressionPool::intern(const ExpressionNode& node) {
  const uint64_t hash = hashNode(node);
  const auto [first, last] = byHash_.equal_range(hash);
  for (auto it = first; it != last; ++it) {
    if (at(it->second) == node) return it->second;
  }
  const ExpressionId id{static_cast<uint32_t>(nodes_.size())};
  nodes_.push_back(node);
  byHash_.emplace(hash, id);
  return id;
}

ExpressionId ExpressionPool::constant(uint8_t width, uint64_t value) {
  assert(width >= 1 && width <= 64);
  ExpressionNode node;
  node.op = Op::constant;
  node.width = width;
  node.constant = value & bits::mask(width);
  return intern(node);
}

ExpressionId ExpressionPool::symbol(SymbolId symbol) {
  ExpressionNode node;
  node.op = Op::symbol;
  node.width = symbolAt(symbol).width;
  node.symbol = symbol;
  return intern(node);
}

SymbolId ExpressionPool::addSymbol(Symbol symbol) {
  symbols_.push_back(std::move(symbol));
  return SymbolId{static_cast<uint32_t>(symbols_.size() - 1)};
}

bool ExpressionPool::isConstant(ExpressionId id, uint64_t value) const {
  const ExpressionNode& node = at(id);
  return node.op == Op::constant && node.constant == (value & bits::mask(node.width));
}

ExpressionId ExpressionPool::binary(Op op, ExpressionId left, ExpressionId right) {
  ExpressionNode x = at(left), y = at(right);
  assert(x.width == y.width);
  const uint8_t width = x.width;
  if (x.op == Op::constant && y.op == Op::constant) {
    if (const auto value = bits::apply(op, width, x.constant, y.constant)) {
      return constant(isComparison(op) ? 1 : width, *value);
    }
  }
  // Constants to the right, otherwise the older operand first.
  if (isCommutative(op) && (x.op == Op::constant || (y.op != Op::constant && right < left))) {
    std::swap(left, right);
    std::swap(x, y);
  }
  if (const ExpressionId same = left == right ? ofEqualOperands(op, left) : ExpressionId{}; same.isValid()) return same;
  if (y.op == Op::constant) {
    if (const ExpressionId simple = withConstant(op, left, y.constant); simple.isValid()) return simple;
  }
  if (op == Op::add || op == Op::sub) {
    if (const ExpressionId simple = sumOf(op, left, right); simple.isValid()) return simple;
  }
  if (width == 1 && (op == Op::bitAnd || op == Op::bitOr)) {
    if (const ExpressionId simple = truthOf(op, left, right); simple.isValid()) return simple;
  }
  ExpressionNode node;
  node.op = op;
  node.width = isComparison(op) ? 1 : width;
  node.operands = {left, right, ExpressionId{}};
  return intern(node);
}

ExpressionId ExpressionPool::ofEqualOperands(Op op, ExpressionId value) {
  const uint8_t width = at(value).width;
  switch (op) {
    case Op::sub:
    case Op::bitXor:
      return constant(width, 0);
    case Op::bitAnd:
    case Op::bitOr:
      return value;
    case Op::eq:
    case Op::ule:
    case Op::sle:
      return truth(true);
    case Op::ne:
    case Op::ult:
    case Op::slt:
      return truth(false);
    default:
      return {};
  }
}

namespace {

bool productFits(uint8_t width, uint64_t left, uint64_t right) {
  int64_t product = 0;
  if (__builtin_mul_overflow(static_cast<int64_t>(bits::signExtend(left, width)),
                             static_cast<int64_t>(bits::signExtend(right, width)), &product)) {
    return false;
  }
  return static_cast<int64_t>(bits::signExtend(static_cast<uint64_t>(product), width)) == product;
}

/// A shift, division or order that the constant alone decides: x >> 0, x / 1, x < 0.
ExpressionId decidedByConstant(ExpressionPool& pool, Op op, ExpressionId left, uint64_t value) {
  const uint8_t width = pool.at(left).width;
  switch (op) {
    case Op::lshr:
      if (value >= width) return pool.constant(width, 0);
      return value == 0 ? left : ExpressionId{};
    case Op::ashr:
      return value == 0 ? left : ExpressionId{};
    case Op::udiv:
      return value == 1 ? left : ExpressionId{};
    case Op::sdiv:
      return value == 1 && width > 1 ? left : ExpressionId{};
    case Op::urem:
      return value == 1 ? pool.constant(width, 0) : ExpressionId{};
    case Op::srem:
      return value == 1 && width > 1 ? pool.constant(width, 0) : ExpressionId{};
    case Op::ult:
      return value == 0 ? pool.truth(false) : ExpressionId{};
    case Op::ule:
      return value == bits::mask(width) ? pool.truth(true) : ExpressionId{};
    default:
      return {};
  }
}

}  // namespace

/// `left op value` in a simpler form, if there is one.
ExpressionId ExpressionPool::withConstant(Op op, ExpressionId left, uint64_t value) {
  const ExpressionNode x = at(left);
  const uint8_t width = x.width;
  const uint64_t all = bits::mask(width);
  const bool innerConstant = x.operands[1].isValid() && at(x.operands[1]).op == Op::constant;
  const uint64_t inner = innerConstant ? at(x.operands[1]).constant : 0;
  const auto with = [&](Op outer, ExpressionId operand, uint64_t number) {
    return binary(outer, operand, constant(width, number));
  };
  switch (op) {
    case Op::add:
      if (value == 0) return left;
      if (x.op == Op::add && innerConstant) return with(Op::add, x.operands[0], inner + value);
      if (x.op == Op::sub && at(x.operands[0]).op == Op::constant) {
        return binary(Op::sub, constant(width, at(x.operands[0]).constant + value), x.operands[1]);
      }
      return {};
    case Op::sub:
      return with(Op::add, left, 0 - value);
    case Op::mul:
      if (value == 0) return constant(width, 0);
      if (value == 1) return left;
      // A factor that wrapped could no longer be told from a small one.
      if (innerConstant && !productFits(width, inner, value)) return {};
      if (x.op == Op::mul && innerConstant) return with(Op::mul, x.operands[0], inner * value);
      if (x.op == Op::add && innerConstant) return with(Op::add, with(Op::mul, x.operands[0], value), inner * value);
      return {};
    case Op::shl:
      if (value >= width) return constant(width, 0);
      return with(Op::mul, left, uint64_t{1} << value);
    case Op::bitAnd:
      if (value == 0) return constant(width, 0);
      if (value == all) return left;
      if (x.op == Op::bitAnd && innerConstant) return with(Op::bitAnd, x.operands[0], inner & value);
      return {};
    case Op::bitOr:
      if (value == 0) return left;
      return value == all ? constant(width, all) : ExpressionId{};
    case Op::bitXor:
      if (value == 0) return left;
      return width == 1 ? logicalNot(left) : ExpressionId{};
    case Op::eq:
    case Op::ne:
      return equalToConstant(op, left, value);
    default:
      return decidedByConstant(*this, op, left, value);
  }
}

bool ExpressionPool::hasConstantArm(const ExpressionNode& selection) const {
  return at(selection.operands[1]).op == Op::constant || at(selection.operands[2]).op == Op::constant;
}

ExpressionId ExpressionPool::equalToConstant(Op op, ExpressionId left, uint64_t value) {
  const ExpressionNode x = at(left);
  if (x.width == 1) return (op == Op::eq) == (value == 1) ? left : logicalNot(left);
  if (x.op == Op::add && at(x.operands[1]).op == Op::constant) {
    return binary(op, x.operands[0], constant(x.width, value - at(x.operands[1]).constant));
  }
  if (x.op == Op::zext || x.op == Op::sext) {
    const uint8_t narrow = at(x.operands[0]).width;
    const uint64_t low = value & bits::mask(narrow);
    const uint64_t back = x.op == Op::zext ? low : bits::signExtend(low, narrow) & bits::mask(x.width);
    if (back != value) return truth(op == Op::ne);
    return binary(op, x.operands[0], constant(narrow, low));
  }
  if (x.op == Op::select && hasConstantArm(x)) {
    const ExpressionId number = constant(x.width, value);
    const ExpressionId yes = binary(op, x.operands[1], number), no = binary(op, x.operands[2], number);
    return select(x.operands[0], yes, no);
  }
  return {};
}

/// Brings the constant of a sum or difference to the outside: (x + a) + (y + b) = (x + y) + (a + b).
ExpressionId ExpressionPool::sumOf(Op op, ExpressionId left, ExpressionId right) {
  const uint8_t width = at(left).width;
  uint64_t offset = 0;
  bool found = false;
  const auto strip = [&](ExpressionId id, bool negative) {
    const ExpressionNode& node = at(id);
    if (node.op != Op::add || at(node.operands[1]).op != Op::constant) return id;
    const uint64_t value = at(node.operands[1]).constant;
    offset += negative ? 0 - value : value;
    found = true;
    return node.operands[0];
  };
  const ExpressionId x = strip(left, false), y = strip(right, op == Op::sub);
  if (found) return binary(Op::add, binary(op, x, y), constant(width, offset));
  // (a + b) - b and (a + b) - a
  if (op == Op::sub && at(x).op == Op::add) {
    if (at(x).operands[1] == y) return at(x).operands[0];
    if (at(x).operands[0] == y) return at(x).operands[1];
  }
  if (op == Op::sub && at(y).op == Op::add && at(y).operands[0] == x) {
    return binary(Op::sub, constant(width, 0), at(y).operands[1]);
  }
  if (op == Op::add) {
    for (const auto& [sub, other] : {std::pair{x, y}, std::pair{y, x}}) {
      if (at(sub).op == Op::sub && at(sub).operands[1] == other) return at(sub).operands[0];
    }
  }
  return {};
}

/// Contradiction, excluded middle, absorption and resolution of conditions.
ExpressionId ExpressionPool::truthOf(Op op, ExpressionId left, ExpressionId right) {
  if (logicalNot(left) == right) return truth(op == Op::bitOr);
  const Op dual = op == Op::bitAnd ? Op::bitOr : Op::bitAnd;
  for (const auto& [a, b] : {std::pair{left, right}, std::pair{right, left}}) {
    const ExpressionNode inner = at(b);
    for (const int side : {0, 1}) {
      if (inner.op != op && inner.op != dual) break;
      const ExpressionId one = inner.operands[side], other = inner.operands[1 - side];
      if (inner.op == op && one == a) return b;
      if (inner.op == dual && one == a) return a;
      if (inner.op == dual && one == logicalNot(a)) return binary(op, a, other);
    }
  }
  const ExpressionNode x = at(left), y = at(right);
  if (x.op != dual || y.op != dual) return {};
  for (const int i : {0, 1}) {
    for (const int j : {0, 1}) {
      if (x.operands[i] != y.operands[j]) continue;
      if (logicalNot(x.operands[1 - i]) == y.operands[1 - j]) return x.operands[i];
    }
  }
  return {};
}

ExpressionId ExpressionPool::select(ExpressionId condition, ExpressionId yes, ExpressionId no) {
  assert(at(condition).width == 1 && at(yes).width == at(no).width);
  if (at(condition).op == Op::constant) return at(condition).constant ? yes : no;
  if (yes == no) return yes;
  if (at(condition).op == Op::bitXor && isConstant(at(condition).operands[1], 1)) {
    return select(at(condition).operands[0], no, yes);
  }
  if (at(yes).width == 1) {
    if (isConstant(yes, 1)) return logicalOr(condition, no);
    if (isConstant(yes, 0)) return logicalAnd(logicalNot(condition), no);
    if (isConstant(no, 0)) return logicalAnd(condition, yes);
    if (isConstant(no, 1)) return logicalOr(logicalNot(condition), yes);
  }
  const auto branch = [&](ExpressionId value, int taken) {
    const ExpressionNode& node = at(value);
    return node.op == Op::select && node.operands[0] == condition ? node.operands[taken] : value;
  };
  ExpressionNode node;
  node.op = Op::select;
  node.width = at(yes).width;
  node.operands = {condition, branch(yes, 1), branch(no, 2)};
  if (node.operands[1] == node.operands[2]) return node.operands[1];
  return intern(node);
}

ExpressionId ExpressionPool::cast(Op op, uint8_t width, ExpressionId value) {
  const ExpressionNode x = at(value);
  if (x.width == width) return value;
  assert(op == Op::trunc ? width < x.width : width > x.width);
  if (x.op == Op::constant) {
    return constant(width, op == Op::sext ? bits::signExtend(x.constant, x.width) : x.constant);
  }
  const bool extends = x.op == Op::zext || x.op == Op::sext;
  if (op == Op::trunc && (extends || x.op == Op::trunc)) {
    const ExpressionId inner = x.operands[0];
    const uint8_t innerWidth = at(inner).width;
    if (innerWidth == width) return inner;
    return cast(innerWidth > width ? Op::trunc : x.op, width, inner);
  }
  // A zero-extended value is not negative, so extending it again in either way is one zero extension.
  if (op != Op::trunc && (x.op == Op::zext || (extends && x.op == op))) return cast(x.op, width, x.operands[0]);
  // A flag that was kept in a wider variable becomes a condition again.
  if (op == Op::trunc && x.op == Op::select && hasConstantArm(x)) {
    const ExpressionId yes = cast(op, width, x.operands[1]), no = cast(op, width, x.operands[2]);
    return select(x.operands[0], yes, no);
  }
  ExpressionNode node;
  node.op = op;
  node.width = width;
  node.operands = {value, ExpressionId{}, ExpressionId{}};
  return intern(node);
}

ExpressionId ExpressionPool::logicalAnd(ExpressionId left, ExpressionId right) {
  return binary(Op::bitAnd, left, right);
}
ExpressionId ExpressionPool::logicalOr(ExpressionId left, ExpressionId right) {
  return binary(Op::bitOr, left, right);
}

ExpressionId ExpressionPool::logicalNot(ExpressionId value) {
  const ExpressionNode node = at(value);
  assert(node.width == 1);
  switch (node.op) {
    case Op::constant:
      return truth(node.constant == 0);
    case Op::eq:
      return binary(Op::ne, node.operands[0], node.operands[1]);
    case Op::ne:
      return binary(Op::eq, node.operands[0], node.operands[1]);
    case Op::ult:
      return binary(Op::ule, node.operands[1], node.operands[0]);
    case Op::ule:
      return binary(Op::ult, node.operands[1], node.operands[0]);
    case Op::slt:
      return binary(Op::sle, node.operands[1], node.operands[0]);
    case Op::sle:
      return binary(Op::slt, node.operands[1], node.operands[0]);
    case Op::bitXor:
      if (at(node.operands[1]).op == Op::constant) return node.operands[0];
      break;
    default:
      break;
  }
  ExpressionNode negation;
  negation.op = Op::bitXor;
  negation.width = 1;
  negation.operands = {value, truth(true), ExpressionId{}};
  return intern(negation);
}

}  // namespace warpwright
