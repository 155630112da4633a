#include "analysis/passes/read_ahead/even_numbers.h"

#include <algorithm>

#include "core/kernel/bit_vector.h"

namespace warpwright::preexecution {
namespace {

using Op = ExpressionOp;

/// Factors up to here, times 32 bits, times 2^16 threads stay within 63 bits.
constexpr int64_t mostFactor = 1 << 15;

/// Modulo 2^width: (thread * threadIdx.x + block * blockIdx.x) * by, and something that is the same for all threads.
struct Form {
  int64_t thread = 0, block = 0;
  ExpressionId by;
  bool isUniform() const { return thread == 0 && block == 0; }
};

class Reader {
 public:
  explicit Reader(const KernelModel& model) : model_(model), pool_(model.pool) {}

  std::vector<EvenNumber> numbers;

  /// True for an offset that lies between those of two threads for all threads between them, as far as `numbers` are
  /// even.
  bool readOffset(ExpressionId id) {
    const auto form = formOf(id);
    return form && pool_.at(id).width == 64;
  }

  /// True for a condition that holds for all threads between two for which it holds.
  bool readCondition(ExpressionId id) {
    const ExpressionNode& node = pool_.at(id);
    if (node.op == Op::bitXor && node.width == 1 && pool_.isConstant(node.operands[1], 1))
      return readCondition(node.operands[0]);
    if (const auto form = formOf(id)) return form->isUniform();
    if (node.op != Op::slt && node.op != Op::sle && node.op != Op::ult && node.op != Op::ule) return false;
    const bool isSigned = node.op == Op::slt || node.op == Op::sle;
    return isEven(node.operands[0], isSigned) && isEven(node.operands[1], isSigned);
  }

 private:
  std::optional<Form> formOf(ExpressionId id) {
    const ExpressionNode& node = pool_.at(id);
    switch (node.op) {
      case Op::constant:
        return Form{};
      case Op::symbol:
        return ofSymbol(pool_.symbolAt(node.symbol));
      case Op::add:
      case Op::sub: {
        const auto left = formOf(node.operands[0]), right = formOf(node.operands[1]);
        return left && right ? sum(*left, *right, node.op == Op::add ? 1 : -1) : std::nullopt;
      }
      case Op::mul: {
        const auto left = formOf(node.operands[0]), right = formOf(node.operands[1]);
        if (!left || !right) return std::nullopt;
        if (right->isUniform()) return product(*left, node.operands[1]);
        return left->isUniform() ? product(*right, node.operands[0]) : std::nullopt;
      }
      case Op::shl: {
        const auto left = formOf(node.operands[0]);
        const ExpressionNode& by = pool_.at(node.operands[1]);
        if (const auto distance = formOf(node.operands[1]);
            left && left->isUniform() && distance && distance->isUniform())
          return Form{};
        return left && by.op == Op::constant && by.constant < 15 ? scaled(*left, int64_t{1} << by.constant)
                                                                 : std::nullopt;
      }
      case Op::zext:
      case Op::sext: {
        const auto inner = formOf(node.operands[0]);
        if (!inner || inner->isUniform()) return inner;
        // Where the narrow number is even, the wide one changes by the same from thread to thread.
        if (node.width != 64 || !isEven(node.operands[0], node.op == Op::sext)) return std::nullopt;
        return inner;
      }
      default: {
        for (const ExpressionId operand : node.operands) {
          if (!operand.isValid()) continue;
          const auto form = formOf(operand);
          if (!form || !form->isUniform()) return std::nullopt;
        }
        return Form{};
      }
    }
  }

  std::optional<Form> ofSymbol(const Symbol& symbol) const {
    switch (symbol.kind) {
      case SymbolKind::argument:
      case SymbolKind::blockSize:
      case SymbolKind::gridSize:
      case SymbolKind::loopCounter:
        return Form{};
      case SymbolKind::threadIndex:
        return symbol.dimension == 0 && symbol.width == 32 ? std::optional(Form{1, 0, {}}) : std::nullopt;
      case SymbolKind::blockIndex:
        return symbol.dimension == 0 && symbol.width == 32 ? std::optional(Form{0, 1, {}}) : std::nullopt;
      default:
        return std::nullopt;  // what is read may be anything
    }
  }

  static std::optional<Form> scaled(Form form, int64_t factor) {
    if (factor < -mostFactor || factor > mostFactor) return std::nullopt;
    form.thread *= factor;
    form.block *= factor;
    const auto tooMuch = [](int64_t value, int64_t most) { return value < -most || value > most; };
    if (tooMuch(form.thread, mostFactor) || tooMuch(form.block, mostFactor * 1024)) return std::nullopt;
    return form;
  }
  static std::optional<Form> sum(const Form& left, const Form& right, int64_t sign) {
    const auto other = scaled(right, sign);
    if (!other || left.isUniform()) return other;
    if (right.isUniform()) return left;
    if (left.by != right.by) return std::nullopt;
    return scaled({left.thread + other->thread, left.block + other->block, left.by}, 1);
  }
  std::optional<Form> product(const Form& form, ExpressionId factor) const {
    const ExpressionNode& node = pool_.at(factor);
    if (form.isUniform()) return form;
    if (node.op == Op::constant) return scaled(form, static_cast<int64_t>(bits::signExtend(node.constant, node.width)));
    if (form.by.isValid() || node.width != 32) return std::nullopt;
    return Form{form.thread, form.block, factor};
  }

  /// A number that is used as one of 32 bits: from block to block it goes on as from thread to thread.
  bool isEven(ExpressionId id, bool isSigned) {
    const auto form = formOf(id);
    if (!form) return false;
    if (form->isUniform()) return true;
    if (pool_.at(id).width != 32 || form->block != form->thread * int64_t{*model_.block[0]}) return false;
    const bool known = std::any_of(numbers.begin(), numbers.end(),
                                   [&](const EvenNumber& one) { return one.number == id && one.isSigned == isSigned; });
    if (!known) numbers.push_back({id, isSigned, form->thread, form->by});
    return true;
  }

  const KernelModel& model_;
  const ExpressionPool& pool_;
};

}  // namespace

std::optional<std::vector<EvenNumber>> evenNumbersOf(const KernelModel& model, const std::vector<ExpressionId>& offsets,
                                                     const std::vector<ExpressionId>& conditions) {
  if (!model.block[0] || model.block[1] != 1u || model.block[2] != 1u) return std::nullopt;
  for (uint32_t i = 0; i < model.pool.symbolCount(); ++i) {
    const Symbol& symbol = model.pool.symbolAt(SymbolId{i});
    if (symbol.kind == SymbolKind::blockIndex && symbol.dimension > 0) return std::nullopt;
  }
  Reader reader(model);
  if (!std::all_of(offsets.begin(), offsets.end(), [&](ExpressionId id) { return reader.readOffset(id); }))
    return std::nullopt;
  if (!std::all_of(conditions.begin(), conditions.end(), [&](ExpressionId id) { return reader.readCondition(id); }))
    return std::nullopt;
  return std::move(reader.numbers);
}

}  // namespace warpwright::preexecution
