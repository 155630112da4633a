#include <algorithm>
#include <unordered_set>

#include "core/kernel/bit_vector.h"
#include "core/kernel/expression.h"

namespace warpwright {
namespace {

using Op = ExpressionOp;

/// Binding strength of C, weakest first.
enum Strength {
  conditional = 1,
  orElse,
  andAlso,
  orBits,
  xorBits,
  andBits,
  equality,
  relation,
  shift,
  sum,
  product,
  prefix,
  atom
};

struct Spelling {
  const char* text;
  Strength strength;
};

Spelling spell(Op op, bool isTruth) {
  switch (op) {
    case Op::add:
      return {" + ", sum};
    case Op::sub:
      return {" - ", sum};
    case Op::mul:
      return {" * ", product};
    case Op::udiv:
    case Op::sdiv:
      return {" / ", product};
    case Op::urem:
    case Op::srem:
      return {" % ", product};
    case Op::shl:
      return {" << ", shift};
    case Op::lshr:
    case Op::ashr:
      return {" >> ", shift};
    case Op::bitAnd:
      return isTruth ? Spelling{" && ", andAlso} : Spelling{" & ", andBits};
    case Op::bitOr:
      return isTruth ? Spelling{" || ", orElse} : Spelling{" | ", orBits};
    case Op::bitXor:
      return {" ^ ", xorBits};
    case Op::eq:
      return {" == ", equality};
    case Op::ne:
      return {" != ", equality};
    case Op::ult:
    case Op::slt:
      return {" < ", relation};
    case Op::ule:
    case Op::sle:
      return {" <= ", relation};
    default:
      return {"", atom};
  }
}

/// Writes one expression. A DAG can be exponentially longer as text, so the number of nodes is limited.
class Writer {
 public:
  explicit Writer(const ExpressionPool& pool) : pool_(pool) {}

  std::string write(ExpressionId id, int around) {
    if (!id.isValid()) return "?";
    if (--budget_ < 0) return "…";
    const ExpressionNode& node = pool_.at(id);
    switch (node.op) {
      case Op::constant:
        return constantText(node, around);
      case Op::symbol:
        return pool_.symbolAt(node.symbol).name;
      case Op::zext:
      case Op::sext:
        return write(node.operands[0], around);
      case Op::trunc:
        return bracket(castText(node.width) + write(node.operands[0], prefix), prefix, around);
      case Op::select:
        return bracket(write(node.operands[0], orElse) + " ? " + write(node.operands[1], orElse) + " : " +
                           write(node.operands[2], conditional),
                       conditional, around);
      default:
        return binaryText(node, around);
    }
  }

 private:
  static std::string bracket(std::string text, int strength, int around) {
    return strength < around ? '(' + std::move(text) + ')' : text;
  }

  static std::string castText(uint8_t width) {
    switch (width) {
      case 8:
        return "(char)";
      case 16:
        return "(short)";
      case 32:
        return "(int)";
      default:
        return '(' + std::to_string(width) + (width == 1 ? " bit)" : " bits)");
    }
  }

  static std::string constantText(const ExpressionNode& node, int around) {
    if (node.width == 1) return node.constant ? "true" : "false";
    const auto value = static_cast<int64_t>(bits::signExtend(node.constant, node.width));
    return bracket(std::to_string(value), value < 0 ? prefix : atom, around);
  }

  std::string binaryText(const ExpressionNode& node, int around) {
    const ExpressionNode& right = pool_.at(node.operands[1]);
    const bool isTruth = node.width == 1;
    const auto [text, strength] = spell(node.op, isTruth);
    const bool isConstant = right.op == Op::constant;
    if (isTruth && node.op == Op::bitXor && isConstant) {
      return bracket("!" + write(node.operands[0], prefix), prefix, around);
    }
    if (node.op == Op::mul && isConstant) {
      return bracket(write(node.operands[1], prefix) + text + write(node.operands[0], prefix), strength, around);
    }
    if (node.op == Op::add && isConstant) {
      const auto value = static_cast<int64_t>(bits::signExtend(right.constant, right.width));
      if (value < 0 && value != INT64_MIN) {
        return bracket(write(node.operands[0], sum) + " - " + std::to_string(-value), sum, around);
      }
    }
    // Only these may be written in a row without brackets on the right.
    const bool chains = node.op == Op::add || node.op == Op::mul || node.op == Op::bitAnd || node.op == Op::bitOr;
    return bracket(write(node.operands[0], strength) + text + write(node.operands[1], strength + (chains ? 0 : 1)),
                   strength, around);
  }

  const ExpressionPool& pool_;
  int budget_ = 400;
};

std::optional<uint64_t> evaluateNode(const ExpressionNode& node, const ExpressionPool& pool,
                                     const std::unordered_map<SymbolId, uint64_t>& symbols,
                                     const std::unordered_map<ExpressionId, std::optional<uint64_t>>& done) {
  const auto value = [&](int i) { return done.at(node.operands[i]); };
  const auto width = [&](int i) { return pool.at(node.operands[i]).width; };
  switch (node.op) {
    case Op::constant:
      return node.constant;
    case Op::symbol: {
      const auto it = symbols.find(node.symbol);
      return it == symbols.end() ? std::nullopt : std::optional<uint64_t>(it->second & bits::mask(node.width));
    }
    case Op::select: {
      const auto condition = value(0);
      if (!condition) return std::nullopt;
      return *condition ? value(1) : value(2);
    }
    case Op::zext:
    case Op::trunc: {
      const auto operand = value(0);
      return operand ? std::optional<uint64_t>(*operand & bits::mask(node.width)) : std::nullopt;
    }
    case Op::sext: {
      const auto operand = value(0);
      if (!operand) return std::nullopt;
      return bits::signExtend(*operand, width(0)) & bits::mask(node.width);
    }
    default:
      break;
  }
  const auto left = value(0), right = value(1);
  if (node.width == 1 && (node.op == Op::bitAnd || node.op == Op::bitOr)) {
    const uint64_t decisive = node.op == Op::bitOr ? 1 : 0;  // the other side does not matter then
    if ((left && *left == decisive) || (right && *right == decisive)) return decisive;
  }
  if (!left || !right) return std::nullopt;
  return bits::apply(node.op, width(0), *left, *right);
}

}  // namespace

std::string ExpressionPool::text(ExpressionId id) const {
  return Writer(*this).write(id, 0);
}

std::vector<SymbolId> ExpressionPool::symbolsOf(ExpressionId id) const {
  std::vector<SymbolId> symbols;
  std::unordered_set<ExpressionId> seen;
  std::vector<ExpressionId> stack;
  if (id.isValid()) stack.push_back(id);
  while (!stack.empty()) {
    const ExpressionId current = stack.back();
    stack.pop_back();
    if (!seen.insert(current).second) continue;
    const ExpressionNode& node = at(current);
    if (node.op == Op::symbol) symbols.push_back(node.symbol);
    for (auto operand = node.operands.rbegin(); operand != node.operands.rend(); ++operand) {
      if (operand->isValid()) stack.push_back(*operand);
    }
  }
  return symbols;
}

std::optional<uint64_t> ExpressionPool::evaluate(ExpressionId id,
                                                 const std::unordered_map<SymbolId, uint64_t>& values) const {
  // Operands are older than what uses them, so the reachable ids in rising order are an order of evaluation.
  std::vector<ExpressionId> order, stack{id};
  std::unordered_set<ExpressionId> seen;
  while (!stack.empty()) {
    const ExpressionId current = stack.back();
    stack.pop_back();
    if (!seen.insert(current).second) continue;
    order.push_back(current);
    for (const ExpressionId operand : at(current).operands) {
      if (operand.isValid()) stack.push_back(operand);
    }
  }
  std::sort(order.begin(), order.end());
  std::unordered_map<ExpressionId, std::optional<uint64_t>> done;
  done.reserve(order.size());
  for (const ExpressionId current : order) done.emplace(current, evaluateNode(at(current), *this, values, done));
  return done.at(id);
}

}  // namespace warpwright
