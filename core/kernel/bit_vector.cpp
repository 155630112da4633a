#include "core/kernel/bit_vector.h"

namespace warpwright::bits {
namespace {

std::optional<uint64_t> divide(ExpressionOp op, uint8_t width, uint64_t x, uint64_t y) {
  if (y == 0) return std::nullopt;
  const auto a = static_cast<int64_t>(signExtend(x, width)), b = static_cast<int64_t>(signExtend(y, width));
  switch (op) {
    case ExpressionOp::udiv:
      return x / y;
    case ExpressionOp::urem:
      return x % y;
    case ExpressionOp::sdiv:
      return b == -1 ? 0 - x : static_cast<uint64_t>(a / b);
    case ExpressionOp::srem:
      return b == -1 ? 0 : static_cast<uint64_t>(a % b);
    default:
      return std::nullopt;
  }
}

}  // namespace

std::optional<uint64_t> apply(ExpressionOp op, uint8_t width, uint64_t x, uint64_t y) {
  const auto a = static_cast<int64_t>(signExtend(x, width)), b = static_cast<int64_t>(signExtend(y, width));
  const auto wrapped = [&](uint64_t value) { return std::optional<uint64_t>(value & mask(width)); };
  switch (op) {
    case ExpressionOp::add:
      return wrapped(x + y);
    case ExpressionOp::sub:
      return wrapped(x - y);
    case ExpressionOp::mul:
      return wrapped(x * y);
    case ExpressionOp::udiv:
    case ExpressionOp::sdiv:
    case ExpressionOp::urem:
    case ExpressionOp::srem: {
      const auto value = divide(op, width, x, y);
      return value ? wrapped(*value) : std::nullopt;
    }
    case ExpressionOp::shl:
      return wrapped(y >= width ? 0 : x << y);
    case ExpressionOp::lshr:
      return wrapped(y >= width ? 0 : x >> y);
    case ExpressionOp::ashr:
      return wrapped(static_cast<uint64_t>(a >> (y >= width ? width - 1 : y)));
    case ExpressionOp::bitAnd:
      return x & y;
    case ExpressionOp::bitOr:
      return x | y;
    case ExpressionOp::bitXor:
      return x ^ y;
    case ExpressionOp::eq:
      return x == y;
    case ExpressionOp::ne:
      return x != y;
    case ExpressionOp::ult:
      return x < y;
    case ExpressionOp::ule:
      return x <= y;
    case ExpressionOp::slt:
      return a < b;
    case ExpressionOp::sle:
      return a <= b;
    default:
      return std::nullopt;
  }
}

}  // namespace warpwright::bits
