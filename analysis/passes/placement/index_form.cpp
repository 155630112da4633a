#include "analysis/passes/placement/index_form.h"

#include <algorithm>

#include "core/kernel/bit_vector.h"

namespace warpwright::passes {
namespace {

using Op = ExpressionOp;

// A polynomial over the thread indices, and terms that are left as they are.
struct Sum {
  std::map<std::string, int64_t> fixed;  // products of thread indices
  int64_t constant = 0;
  std::map<uint32_t, int64_t> terms;  // by expression
  uint8_t termWidth = 64;             // of the terms; of no meaning without any
  bool wasWidened = false, isSigned = false;

  bool isConstant() const { return fixed.empty() && terms.empty(); }
};

std::optional<int64_t> times(int64_t a, int64_t b) {
  int64_t product = 0;
  return __builtin_mul_overflow(a, b, &product) ? std::nullopt : std::optional(product);
}

class Former {
 public:
  explicit Former(const KernelModel& model) : model_(model), pool_(model.pool) {}

  std::optional<Sum> form(ExpressionId id, int depth) {
    const ExpressionNode& node = pool_.at(id);
    if (depth > 64) return term(id);
    switch (node.op) {
      case Op::constant: {
        Sum sum;
        sum.constant = static_cast<int64_t>(bits::signExtend(node.constant, node.width));
        return sum;
      }
      case Op::symbol:
        return symbol(id, node);
      case Op::add:
      case Op::sub:
        return added(form(node.operands[0], depth + 1), form(node.operands[1], depth + 1), node.op == Op::add ? 1 : -1);
      case Op::mul:
        return product(id, form(node.operands[0], depth + 1), form(node.operands[1], depth + 1));
      case Op::zext:
      case Op::sext:
        return widened(id, node, form(node.operands[0], depth + 1));
      default:
        return term(id);
    }
  }

 private:
  std::optional<Sum> term(ExpressionId id) const {
    Sum sum;
    sum.terms[id.value] = 1;
    sum.termWidth = pool_.at(id).width;
    return sum;
  }

  std::optional<Sum> symbol(ExpressionId id, const ExpressionNode& node) const {
    const Symbol& symbol = pool_.symbolAt(node.symbol);
    if (symbol.kind != SymbolKind::threadIndex) return term(id);
    Sum sum;
    sum.fixed[symbol.name] = 1;
    return sum;
  }

  static std::optional<Sum> added(std::optional<Sum> left, const std::optional<Sum>& right, int64_t sign) {
    if (!left || !right) return std::nullopt;
    if (!left->terms.empty() && !right->terms.empty()) {
      // Two sums that were widened one by one are no sum of the narrow kind.
      if (left->termWidth != right->termWidth || left->wasWidened || right->wasWidened) return std::nullopt;
    }
    if (left->terms.empty()) {
      left->termWidth = right->termWidth;
      left->wasWidened = right->wasWidened;
      left->isSigned = right->isSigned;
    }
    const auto add = [&](int64_t& to, int64_t value) {
      const auto signedValue = times(value, sign);
      return signedValue && !__builtin_add_overflow(to, *signedValue, &to);
    };
    if (!add(left->constant, right->constant)) return std::nullopt;
    for (const auto& [name, factor] : right->fixed) {
      if (!add(left->fixed[name], factor)) return std::nullopt;
    }
    for (const auto& [id, factor] : right->terms) {
      if (!add(left->terms[id], factor)) return std::nullopt;
    }
    std::erase_if(left->fixed, [](const auto& entry) { return entry.second == 0; });
    std::erase_if(left->terms, [](const auto& entry) { return entry.second == 0; });
    return left;
  }

  std::optional<Sum> product(ExpressionId id, std::optional<Sum> left, std::optional<Sum> right) const {
    if (!left || !right) return std::nullopt;
    if (left->isConstant()) std::swap(left, right);
    if (right->isConstant()) {
      const int64_t factor = right->constant;
      const auto scale = [&](int64_t& value) {
        const auto scaled = times(value, factor);
        if (scaled) value = *scaled;
        return scaled.has_value();
      };
      bool fits = scale(left->constant);
      for (auto& [name, value] : left->fixed) fits = scale(value) && fits;
      for (auto& [term, value] : left->terms) fits = scale(value) && fits;
      if (!fits) return std::nullopt;
      if (factor == 0) return Sum{};
      return left;
    }
    if (!left->terms.empty() || !right->terms.empty()) return term(id);
    Sum sum;  // of thread indices alone
    for (const auto& [x, a] : left->fixed) {
      for (const auto& [y, b] : right->fixed) sum.fixed[productName(x, y)] += a * b;
      if (right->constant != 0) sum.fixed[x] += a * right->constant;
    }
    for (const auto& [y, b] : right->fixed) {
      if (left->constant != 0) sum.fixed[y] += b * left->constant;
    }
    sum.constant = left->constant * right->constant;
    return sum;
  }

  std::optional<Sum> widened(ExpressionId id, const ExpressionNode& node, std::optional<Sum> inner) const {
    if (!inner) return std::nullopt;
    const uint8_t from = pool_.at(node.operands[0]).width;
    if (inner->terms.empty()) {
      const auto range = laneRange(model_, inner->fixed);
      const int64_t most = from >= 33 ? INT32_MAX : (int64_t{1} << (from - 1)) - 1;
      if (!range || range->first + inner->constant < 0 || range->second + inner->constant > most) return term(id);
      return inner;
    }
    if (inner->wasWidened || inner->termWidth != from) return term(id);
    // A term alone keeps its width: nothing was added to it that could have wrapped.
    if (inner->fixed.empty() && inner->constant == 0 && inner->terms.size() == 1 && inner->terms.begin()->second == 1) {
      return term(id);
    }
    inner->wasWidened = true;
    inner->isSigned = node.op == Op::sext;
    return inner;
  }

  const KernelModel& model_;
  const ExpressionPool& pool_;
};

}  // namespace

std::string productName(const std::string& left, const std::string& right) {
  std::vector<std::string> factors;
  for (const std::string& text : {left, right}) {
    for (size_t begin = 0; begin <= text.size();) {
      const size_t end = std::min(text.find('*', begin), text.size());
      factors.push_back(text.substr(begin, end - begin));
      begin = end + 1;
    }
  }
  std::sort(factors.begin(), factors.end());
  std::string name;
  for (const std::string& factor : factors) name += (name.empty() ? "" : "*") + factor;
  return name;
}

std::optional<IndexForm> indexForm(const KernelModel& model, ExpressionId expression) {
  if (!expression.isValid()) return std::nullopt;
  const std::optional<Sum> sum = Former(model).form(expression, 0);
  if (!sum) return std::nullopt;
  IndexForm form;
  form.lane = sum->fixed;
  form.constant = sum->constant;
  for (const auto& [id, factor] : sum->terms) form.rest.emplace_back(factor, ExpressionId{id});
  if (!form.rest.empty()) {
    form.width = sum->termWidth;
    form.wasWidened = sum->wasWidened;
    form.isSigned = sum->isSigned;
  }
  return form;
}

std::optional<std::pair<int64_t, int64_t>> laneRange(const KernelModel& model, const LanePart& lane) {
  int64_t least = 0, most = 0;
  for (const auto& [name, factor] : lane) {
    int64_t largest = 1;
    for (size_t begin = 0; begin < name.size();) {
      const size_t end = std::min(name.find('*', begin), name.size());
      const std::string part = name.substr(begin, end - begin);
      begin = end + 1;
      if (!part.starts_with("threadIdx.")) return std::nullopt;
      const auto& extent = model.block[static_cast<size_t>(part.back() - 'x')];
      if (!extent || largest > (int64_t{1} << 31)) return std::nullopt;
      largest *= *extent - 1;
    }
    const auto value = times(largest, factor);
    if (!value) return std::nullopt;
    (*value < 0 ? least : most) += *value;
    if (least < -INT32_MAX || most > INT32_MAX) return std::nullopt;
  }
  return std::pair(least, most);
}

std::string toText(const LanePart& lane) {
  std::string text;
  for (const auto& [name, factor] : lane) {
    text += text.empty() ? "" : " + ";
    if (factor != 1) text += std::to_string(factor) + " * ";
    text += name;
  }
  return text.empty() ? "0" : text;
}

}  // namespace warpwright::passes
