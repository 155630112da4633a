#include "analysis/passes/read_ahead/expression_code.h"

#include <cctype>

#include "core/kernel/bit_vector.h"

namespace warpwright::preexecution {
namespace {

using Op = ExpressionOp;

// Binding strength in C++, weakest first.
enum Strength {
  whole = 0,
  conditional,
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
  prefix
};

bool isLeaf(const ExpressionPool& pool, ExpressionId id) {
  const ExpressionNode& node = pool.at(id);
  if (node.op == Op::constant) return true;
  if (node.op == Op::symbol) return pool.symbolAt(node.symbol).kind != SymbolKind::loaded;
  return (node.op == Op::zext || node.op == Op::sext || node.op == Op::trunc) && isLeaf(pool, node.operands[0]);
}

std::string constantText(const ExpressionNode& node) {
  if (node.width == 1) return node.constant ? "true" : "false";
  return std::to_string(node.constant) + (node.width == 64 ? "ull" : "u");
}

std::string cast(const std::string& type, const std::string& value) {
  return type + "(" + value + ")";
}
std::string signedType(uint8_t width) {
  return "int" + std::to_string(int{width}) + "_t";
}

/// Of operations that C++ leaves undefined for some operands, and that of signed numbers: the function of the program.
std::string functionOf(Op op) {
  switch (op) {
    case Op::udiv:
      return "quotient";
    case Op::urem:
      return "remainder";
    case Op::sdiv:
      return "signedQuotient";
    case Op::srem:
      return "signedRemainder";
    case Op::shl:
      return "shiftLeft";
    case Op::lshr:
      return "shiftRight";
    default:
      return "signedShiftRight";
  }
}

}  // namespace

std::string typeOfWidth(uint8_t width) {
  return width == 1 ? "bool" : "uint" + std::to_string(int{width}) + "_t";
}

std::string roundName(const KernelModel& model, LoopId loop) {
  int depth = 1;
  for (LoopId outer = model.loop(loop).parent; outer.isValid(); outer = model.loop(outer).parent) ++depth;
  return "m" + std::to_string(depth);
}

std::string FieldNames::unused(const std::string& wanted) {
  std::string name;
  for (const char c : wanted) name += std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
  if (name.empty() || std::isdigit(static_cast<unsigned char>(name.front()))) name = "_" + name;
  // A name of the kernel may be a word of C++ only in ways that Clang had refused; `a` and the like are free in a
  // struct.
  while (!taken_.insert(name).second) name += "_";
  return name;
}

std::string FieldNames::of(ObjectId object) {
  for (const Buffer& buffer : buffers_) {
    if (buffer.object == object) return buffer.name;
  }
  buffers_.push_back({object, unused(model_.object(object).name)});
  return buffers_.back().name;
}

std::string FieldNames::of(SymbolId id) {
  const Symbol& symbol = model_.pool.symbolAt(id);
  // One name of two widths: two parts of one argument that is passed by value.
  const auto [known, isNew] = scalarOf_.try_emplace(symbol.name + '/' + std::to_string(int{symbol.width}));
  if (isNew) {
    known->second = unused(symbol.name);
    scalars_.push_back({symbol.width, known->second, symbol.name});
  }
  return known->second;
}

bool ExpressionCode::readsMemory(ExpressionId id) {
  if (const auto known = readsMemory_.find(id); known != readsMemory_.end()) return known->second;
  const ExpressionNode& node = pool_.at(id);
  bool reads = node.op == Op::symbol && pool_.symbolAt(node.symbol).kind == SymbolKind::loaded;
  for (const ExpressionId operand : node.operands) reads = reads || (operand.isValid() && readsMemory(operand));
  return readsMemory_[id] = reads;
}

void ExpressionCode::count(ExpressionId id) {
  if (++uses_[id] > 1) return;
  const ExpressionNode& node = pool_.at(id);
  for (const ExpressionId operand : node.operands) {
    if (operand.isValid()) count(operand);
  }
  if (node.op == Op::symbol && pool_.symbolAt(node.symbol).kind == SymbolKind::loaded) {
    count(pool_.symbolAt(node.symbol).address);
  }
}

void ExpressionCode::begin(const std::vector<ExpressionId>& roots) {
  uses_.clear();
  named_.clear();
  scopes_.clear();
  next_ = 0;
  for (const ExpressionId root : roots) count(root);
}

void ExpressionCode::closeScope() {
  for (const ExpressionId id : scopes_.back()) named_.erase(id);
  scopes_.pop_back();
}

std::string ExpressionCode::names(const std::vector<ExpressionId>& roots, bool reads, const std::string& indent) {
  // Operands are older than what uses them: in rising order each name stands before its use. An address is older than
  // the symbol that was loaded from it, too.
  std::set<ExpressionId> wanted;
  std::vector<ExpressionId> stack(roots);
  while (!stack.empty()) {
    const ExpressionId id = stack.back();
    stack.pop_back();
    if (!wanted.insert(id).second) continue;
    const ExpressionNode& node = pool_.at(id);
    for (const ExpressionId operand : node.operands) {
      if (operand.isValid()) stack.push_back(operand);
    }
    if (node.op == Op::symbol && pool_.symbolAt(node.symbol).kind == SymbolKind::loaded) {
      stack.push_back(pool_.symbolAt(node.symbol).address);
    }
  }
  std::string code;
  for (const ExpressionId id : wanted) {
    const ExpressionNode& node = pool_.at(id);
    if (uses_[id] < 2 || node.width == 1 || isLeaf(pool_, id) || named_.count(id) || readsMemory(id) != reads) continue;
    const std::string name = "v" + std::to_string(++next_);
    code += indent + "const " + typeOfWidth(node.width) + " " + name + " = " + text(id) + ";\n";
    named_[id] = name;
    if (!scopes_.empty()) scopes_.back().push_back(id);
  }
  return code;
}

std::string ExpressionCode::text(ExpressionId id, int around) {
  if (const auto name = named_.find(id); name != named_.end()) return name->second;
  int strength = prefix;
  std::string written = this->written(id, strength);
  return strength < around ? "(" + written + ")" : written;
}

std::string ExpressionCode::conjunction(const std::vector<ExpressionId>& conditions) {
  std::string joined;
  for (const ExpressionId condition : conditions) {
    const std::string one = text(condition);
    const bool bracket = conditions.size() > 1 && one.find(' ') != std::string::npos;
    joined += (joined.empty() ? "" : " && ") + (bracket ? "(" + one + ")" : one);
  }
  return joined;
}

std::string ExpressionCode::symbolText(const Symbol& symbol, SymbolId id) {
  const std::string dimension(1, "xyz"[symbol.dimension]);
  std::string value;
  switch (symbol.kind) {
    case SymbolKind::threadIndex:
      value = words_.thread + dimension;
      break;
    case SymbolKind::blockIndex:
      value = words_.block + dimension;
      break;
    case SymbolKind::blockSize:
      value = words_.blockSize + dimension;
      break;
    case SymbolKind::gridSize:
      value = words_.gridSize + dimension;
      break;
    case SymbolKind::argument:
      if (words_.argumentsAreFields) return "a." + names_.of(id);
      return cast(typeOfWidth(symbol.width), symbol.name);
    case SymbolKind::loopCounter:
      value = roundName(model_, symbol.loop);
      return symbol.width == 64 ? value : cast(typeOfWidth(symbol.width), value);
    case SymbolKind::loaded:
      return "load<" + typeOfWidth(symbol.width == 1 ? 8 : symbol.width) + ">(a." + names_.of(symbol.object) + ", " +
             text(symbol.address) + ")" + (symbol.width == 1 ? " != 0" : "");
    case SymbolKind::unknown:
      return "0";  // never asked for: see slice.cpp
  }
  return symbol.width == 32 ? value : cast(typeOfWidth(symbol.width), value);
}

/// A binary operator that binds as strongly as `own`. Operators that compilers warn about side by side (`a && b || c`,
/// `a & b + c`) get brackets though C++ needs none: `inner` is how strongly operands of another kind must bind.
std::string ExpressionCode::infix(const ExpressionNode& node, const char* op, int& strength, int own, bool chains,
                                  int inner) {
  strength = own;
  const auto side = [&](int i, bool same) {
    const bool alike = same && pool_.at(node.operands[i]).op == node.op;
    return text(node.operands[i], inner == 0 || alike ? own + !same : inner);
  };
  std::string code = side(0, true) + " " + op + " " + side(1, chains);
  if (node.width == 8 || node.width == 16) {  // promoted to int: back to its width
    strength = prefix;
    return cast(typeOfWidth(node.width), code);
  }
  return code;
}

std::string ExpressionCode::sumText(const ExpressionNode& node, int& strength) {
  const ExpressionNode& right = pool_.at(node.operands[1]);
  if (right.op == Op::constant && node.width >= 32) {
    const auto value = static_cast<int64_t>(bits::signExtend(right.constant, right.width));
    if (value < 0 && value != INT64_MIN) {
      strength = sum;
      return text(node.operands[0], sum) + " - " + std::to_string(-value) + (node.width == 64 ? "ull" : "u");
    }
  }
  return infix(node, "+", strength, sum, true);
}

std::string ExpressionCode::bitsText(const ExpressionNode& node, int& strength) {
  const bool isTruth = node.width == 1;
  if (node.op == Op::bitAnd) {
    return isTruth ? infix(node, "&&", strength, andAlso, true, equality)
                   : infix(node, "&", strength, andBits, true, prefix);
  }
  if (node.op == Op::bitOr) {
    return isTruth ? infix(node, "||", strength, orElse, true, equality)
                   : infix(node, "|", strength, orBits, true, prefix);
  }
  if (isTruth && pool_.isConstant(node.operands[1], 1)) return "!" + text(node.operands[0], prefix);
  return isTruth ? infix(node, "!=", strength, equality, false, shift)
                 : infix(node, "^", strength, xorBits, true, prefix);
}

std::string ExpressionCode::comparison(const ExpressionNode& node, int& strength) {
  if (node.op == Op::eq) return infix(node, "==", strength, equality, false, shift);
  if (node.op == Op::ne) return infix(node, "!=", strength, equality, false, shift);
  if (node.op == Op::ult) return infix(node, "<", strength, relation, false);
  if (node.op == Op::ule) return infix(node, "<=", strength, relation, false);
  strength = relation;
  const std::string as = signedType(pool_.at(node.operands[0]).width);
  return cast(as, text(node.operands[0])) + (node.op == Op::slt ? " < " : " <= ") + cast(as, text(node.operands[1]));
}

std::string ExpressionCode::conversion(const ExpressionNode& node, int& strength) {
  const std::string type = typeOfWidth(node.width);
  const ExpressionId from = node.operands[0];
  if (node.op == Op::trunc && node.width == 1) {
    strength = equality;
    return "(" + text(from, andBits) + " & 1u) != 0";
  }
  if (node.op != Op::sext) return cast(type, text(from));
  const uint8_t width = pool_.at(from).width;
  if (width == 1) return cast(type, text(from, conditional + 1) + " ? -1 : 0");
  return cast(type, cast(signedType(node.width), cast(signedType(width), text(from))));
}

std::string ExpressionCode::written(ExpressionId id, int& strength) {
  const ExpressionNode& node = pool_.at(id);
  switch (node.op) {
    case Op::constant:
      return constantText(node);
    case Op::symbol: {
      const Symbol& symbol = pool_.symbolAt(node.symbol);
      if (symbol.kind == SymbolKind::loaded && symbol.width == 1) strength = equality;
      return symbolText(symbol, node.symbol);
    }
    case Op::add:
      return sumText(node, strength);
    case Op::sub:
      return infix(node, "-", strength, sum, false);
    case Op::mul:
      return infix(node, "*", strength, product, true);
    case Op::udiv:
    case Op::urem:
    case Op::sdiv:
    case Op::srem:
    case Op::shl:
    case Op::lshr:
    case Op::ashr:
      return functionOf(node.op) + ("<" + typeOfWidth(node.width) + ">(") + text(node.operands[0]) + ", " +
             text(node.operands[1]) + ")";
    case Op::bitAnd:
    case Op::bitOr:
    case Op::bitXor:
      return bitsText(node, strength);
    case Op::eq:
    case Op::ne:
    case Op::ult:
    case Op::ule:
    case Op::slt:
    case Op::sle:
      return comparison(node, strength);
    case Op::select:
      strength = conditional;
      return text(node.operands[0], orElse) + " ? " + text(node.operands[1], orElse) + " : " +
             text(node.operands[2], conditional);
    case Op::zext:
    case Op::trunc:
    case Op::sext:
      return conversion(node, strength);
  }
  return "0";
}

}  // namespace warpwright::preexecution
