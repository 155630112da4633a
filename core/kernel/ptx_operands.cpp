#include "core/kernel/ptx_operands.h"

#include <algorithm>
#include <array>
#include <tuple>

#include "core/kernel/ptx_constants.h"

namespace warpwright {
namespace {

/// "_param_3+8" of a parameter of the kernel: its own name is not part of it.
std::string leafOf(std::string_view operand) {
  const size_t parameter = operand.rfind("_param_");
  return std::string(parameter == std::string_view::npos ? operand : operand.substr(parameter));
}

/// Stands for what is no instruction.
const PtxOperation* added() {
  static const PtxOperation value{.mnemonic = "value", .parts = {"value"}};
  return &value;
}

/// Nothing but its operands says what it gives.
bool isPure(const PtxOperation& one) {
  if (one.root() == "ld" && one.space() == "param") return one.from.front().find("_param_") != std::string_view::npos;
  return isPtxWord(one.root(),
                   {"abs", "add", "and",  "bfe",  "bfi",  "brev", "clz",   "copysign", "cos", "cvt",  "cvta",
                    "div", "ex2", "fma",  "lg2",  "lop3", "mad",  "max",   "min",      "mov", "mul",  "neg",
                    "not", "or",  "popc", "prmt", "rcp",  "rem",  "rsqrt", "selp",     "set", "setp", "shf",
                    "shl", "shr", "sin",  "slct", "sqrt", "sub",  "tanh",  "testp",    "xor"});
}

/// `x + x`, as which compilers write a product by two: both give the same, whatever `x` is.
bool isTwice(const PtxOperation& one) {
  return one.root() == "add" && isPtxWord(one.parts.back(), {"f32", "f64"}) && one.from.size() == 2 &&
         one.from[0] == one.from[1];
}

bool isProduct(const PtxOperation& one) {
  return one.isFloat() && (one.root() == "mul" || isTwice(one));
}

/// Its sign is those of its operands together, and nothing else of it depends on them: it rounds up as it does down,
/// and keeps what is negative.
bool isOfSigns(const PtxOperation& one) {
  const bool isEven = std::ranges::none_of(
      one.parts, [](std::string_view part) { return isPtxWord(part, {"rm", "rp", "sat", "relu"}); });
  return isEven && (isProduct(one) || one.isQuotient());
}

/// How sums and products are labelled, whether or not they say that they round to the nearest.
std::string plainLabel(const std::string& kind, const PtxOperation& one) {
  std::string label = kind;
  for (size_t i = 1; i < one.parts.size(); ++i) label += one.parts[i] == "rn" ? "" : "." + std::string(one.parts[i]);
  return label + " " + std::to_string(one.to.size());
}

/// The two factors of a product.
std::vector<std::string_view> factorsOf(const PtxOperation& one) {
  if (!isTwice(one)) return one.from;
  return {one.from.front(), one.parts.back() == "f32" ? "0f40000000" : "0d4000000000000000"};
}

/// Hands its operand on as it is, or its negative.
bool isPassedBy(const PtxOperation& one) {
  if (one.to.size() != 1 || one.from.size() != 1) return false;
  return (one.root() == "neg" && one.isFloat()) || one.root() == "mov";
}

/// Does it round once, to the nearest, and keep denormal numbers? Sums and products do where they say nothing else.
bool isRoundedOnce(const PtxOperation& one) {
  if (one.parts.size() == 2) return isPtxWord(one.root(), {"add", "sub", "mul"});
  return one.parts.size() == 3 && one.parts[1] == "rn";
}

PtxSource leaf(std::string_view text, bool isNegative) {
  auto [number, hasSign] = withoutSign(text);
  return {-1, 0, std::move(number), hasSign != isNegative};
}

std::vector<PtxSources> operandsOf(const PtxPolynomial<PtxSource>& sum) {
  std::vector<PtxSources> products;
  for (const auto& [factors, times] : sum) {
    PtxSources product = factors;
    product.push_back({-1, 0, "times " + std::to_string(times), false});
    products.push_back(std::move(product));
  }
  return products;
}

bool isOne(const PtxSource& source) {
  return source.operation < 0 && isPtxWord(source.leaf, {"0f3F800000", "0d3FF0000000000000"});
}

/// `fma(x, 1, y)` is `x + y`.
void leaveOne(PtxMade& made, const PtxOperation& one) {
  for (const size_t i : {0, 1}) {
    if (made.operands.size() != 3 || !isOne(made.operands[i].front())) continue;
    const bool isNegative = made.label.ends_with(" negative");
    made.label = plainLabel("add", one);
    made.operands.erase(made.operands.begin() + static_cast<std::ptrdiff_t>(i));
    made.operands[0].front().isNegative ^= isNegative;
    return;
  }
}

void signOperands(PtxMade& made, const PtxOperation& one) {
  const auto negate = [](PtxSources& sources) {
    for (PtxSource& source : sources) source.isNegative = !source.isNegative;
  };
  if (!one.isFloat()) return;
  if (one.root() == "sub" && made.operands.size() == 2) negate(made.operands[1]);
  if (isOfSigns(one)) {
    // The sign is the product's; of what several operations make it stays where it is.
    bool sign = false;
    for (PtxSources& factor : made.operands) {
      if (factor.size() == 1) sign ^= std::exchange(factor.front().isNegative, false);
    }
    if (sign != made.isNegative) made.label += " negative";
  }
  if (one.isFused() && made.operands.size() == 3 && made.operands[0].size() == 1 && made.operands[1].size() == 1) {
    bool& first = made.operands[0].front().isNegative;
    bool& second = made.operands[1].front().isNegative;
    first = first != second;
    second = false;
    if (first) made.label += " negative";
    first = false;
  }
}

constexpr size_t mostProducts = 64;  ///< of a sum; a longer one is a number like any

}  // namespace

PtxOperands::PtxOperands(const PtxLines& lines, const PtxFunction& function)
    : flow_(lines, function, ptxFiles(lines), [](const SourcePosition&) { return std::string(); }),
      control_(lines, function),
      registers_(flow_, control_) {
  const size_t count = flow_.all().size();
  for (size_t i = 0; i < count; ++i) all_.push_back(madeBy(i));
  for (size_t i = 0; i < count; ++i) {
    const PtxOperation& one = flow_.all()[i];
    if (!isOfSigns(one)) continue;
    for (const std::string_view factor : factorsOf(one)) {
      const bool isNegative = sourceOf(factor, i).isNegative;
      all_[i].isNegative ^= isNegative;
    }
  }
  for (size_t i = 0; i < count; ++i) {
    const bool isFolded = folded(i).has_value();
    all_[i].isFolded = isFolded;
  }
  for (size_t i = 0; i < count; ++i) findOperands(i);
  findAsked();
  while (!openJoins_.empty()) {
    const auto [name, index] = openJoins_.back();
    openJoins_.pop_back();
    findJoined(name, index);
  }
}

const PtxOperation* PtxOperands::untold() const {
  for (size_t i = 0; i < flow_.all().size(); ++i) {
    const PtxOperation& one = flow_.all()[i];
    if (isPtxWord(one.root(), {"wmma", "ldmatrix", "multimem", "activemask"})) return &one;
    for (const std::string_view from : one.from) {
      if (from.starts_with("%clock") || from.starts_with("%globaltimer") || from.starts_with("%pm")) return &one;
      if (one.root() == "ld" && from.find("retval") != std::string_view::npos && !callOf(i)) return &one;
    }
  }
  return nullptr;
}

bool PtxOperands::isUnsettled(const PtxOperation& one) const {
  return one.isOpenSum() && std::ranges::any_of(one.from, [&](auto from) { return flow_.mayBeProduct(from); });
}

bool PtxOperands::isOfText(const PtxSource& source) const {
  return source.operation >= 0 && static_cast<size_t>(source.operation) < flow_.all().size();
}

PtxMade PtxOperands::madeBy(size_t index) const {
  const PtxOperation& one = flow_.all()[index];
  PtxMade made;
  made.is = &one;
  made.block = control_.blockOf(one.line);
  const bool isPlain = one.isFloat() && isPtxWord(one.root(), {"add", "sub", "mul"});
  made.label = !isPlain ? std::string(one.mnemonic) + " " + std::to_string(one.to.size())
                        : plainLabel(isProduct(one) ? "mul" : "add", one);
  made.isPure = isPure(one);
  return made;
}

/// `__fmaf_rn(2, 2048, -2048)`: the constant that the operation makes of constants; nothing: it makes none.
std::optional<std::string> PtxOperands::folded(size_t index, int depth) {
  constexpr int deepest = 8;
  const PtxOperation& one = flow_.all()[index];
  if (!isRoundedOnce(one) || depth == deepest || one.to.size() != 1) return {};
  std::vector<std::pair<std::string, bool>> operands;
  for (const std::string_view operand : one.from) {
    const PtxSource source = sourceOf(operand, index, false, depth + 1);
    if (source.operation >= 0) return {};
    operands.emplace_back(source.leaf, source.isNegative);
  }
  return ptxResult(one.root(), one.parts.back(), operands);
}

/// What the operand is at that operation.
PtxSource PtxOperands::sourceOf(std::string_view operand, size_t at, bool isNegative, int depth) {
  if (flow_.madeBy(operand).empty()) return leaf(leafOf(operand), isNegative);
  return sourceOf(operand, registers_.heldAt(operand, at), isNegative, depth);
}

PtxSource PtxOperands::sourceOf(std::string_view name, const PtxHeld& held, bool isNegative, int depth) {
  if (held.kind == PtxHeld::Kind::number) return leaf(held.number, isNegative);
  if (held.kind == PtxHeld::Kind::joined) return {static_cast<int64_t>(joinOf(name, held.index)), 0, {}, isNegative};
  if (held.kind != PtxHeld::Kind::made) return leaf("undefined", isNegative);
  const PtxOperation& one = flow_.all()[held.index];
  if (const std::optional<std::string> constant = folded(held.index, depth)) return leaf(*constant, isNegative);
  if (isPassedBy(one)) return sourceOf(one.from.front(), held.index, isNegative != (one.root() == "neg"), depth);
  const auto place = static_cast<size_t>(std::find(one.to.begin(), one.to.end(), name) - one.to.begin());
  const bool sign = held.index < all_.size() && all_[held.index].isNegative;
  return {static_cast<int64_t>(held.index), place, {}, isNegative != sign};
}

/// What the register is where that block begins, to which it comes from several. Operands are found later.
size_t PtxOperands::joinOf(std::string_view name, size_t block) {
  const auto [known, isNew] = joins_.try_emplace({name, block}, all_.size());
  if (isNew) all_.push_back({added(), block, "joined", {}, false, false, false, false});
  if (isNew) openJoins_.emplace_back(name, known->second);
  return known->second;
}

/// What comes to the join from each block that may run right before it.
void PtxOperands::findJoined(std::string_view name, size_t index) {
  std::vector<PtxSources> operands;
  for (const size_t from : control_.before(all_[index].block))
    operands.push_back({sourceOf(name, registers_.heldBehind(name, from), false, 0)});
  all_[index].operands = std::move(operands);
}

void PtxOperands::findAsked() {
  for (const auto& [line, predicate] : control_.predicates()) {
    const auto branch = std::ranges::lower_bound(flow_.all(), line, {}, &PtxOperation::line);
    const bool isKnown = !predicate.empty() && branch != flow_.all().end() && branch->line == line;
    asked_.push_back(isKnown ? sourceOf(predicate, static_cast<size_t>(branch - flow_.all().begin())) : PtxSource());
  }
}

/// What the operand is a sum of at that operation. `isExact`: numbers of 32 bits that become such of 64 are numbers
/// like any, for they might overflow.
PtxOperands::Polynomial PtxOperands::wholeOf(std::string_view operand, size_t at, bool isExact) {
  if (const auto number = wholeNumber(operand)) return {{{}, *number}};
  const PtxSource source = sourceOf(operand, at);
  if (isOfText(source) && static_cast<size_t>(source.operation) != at) {
    if (const Polynomial& sum = wholeSum(static_cast<size_t>(source.operation), isExact); !sum.empty()) return sum;
  }
  return {{{source}, 1}};
}

/// What the operation is a sum of; empty: no sum of whole numbers, or of too many.
const PtxOperands::Polynomial& PtxOperands::wholeSum(size_t index, bool isExact) {
  const auto [known, isNew] = sums_.try_emplace({isExact, index});
  if (!isNew) return known->second;  // empty, too, while it is being followed: a round of a loop
  const PtxOperation& one = flow_.all()[index];
  const PtxWholeOperation is = wholeOperation(one);
  if (is.kind == PtxWhole::none || (is.widens && isExact)) return known->second;
  std::vector<Polynomial> of;
  for (const std::string_view operand : one.from) {
    of.push_back(wholeOf(operand, index, isExact));
    if (is.widens) widen(of.back());
    if (of.back().size() > mostProducts) return known->second;
  }
  Polynomial sum;
  switch (is.kind) {
    case PtxWhole::none:
      break;
    case PtxWhole::widen:
      sum = of[0];
      break;
    case PtxWhole::add:
      sum = sumOf(of[0], of[1], 1);
      break;
    case PtxWhole::subtract:
      sum = sumOf(of[0], of[1], ~uint64_t{0});
      break;
    case PtxWhole::multiply:
      sum = productOf(of[0], of[1]);
      break;
    case PtxWhole::multiplyAdd:
      sum = sumOf(productOf(of[0], of[1]), of[2], 1);
      break;
    case PtxWhole::shift:
      sum = sumOf({}, of[0], uint64_t{1} << *wholeNumber(one.from[1]));
      break;
    case PtxWhole::negate:
      sum = sumOf({}, of[0], ~uint64_t{0});
      break;
  }
  keepBits(sum, is.bits);
  if (sum.size() <= mostProducts) known->second = std::move(sum);
  return known->second;
}

PtxSource PtxOperands::addressOf(const Polynomial& sum) {
  std::vector<PtxSources> operands = operandsOf(sum);
  const auto [known, isNew] = addresses_.try_emplace(operands, all_.size());
  if (isNew) all_.push_back({added(), 0, "address", std::move(operands), false, false, true, false});
  return {static_cast<int64_t>(known->second), 0, {}, false};
}

/// "[%rd5+12]", which came without its brackets.
PtxSources PtxOperands::placeOf(std::string_view operand, size_t offset, size_t index) {
  Polynomial sum = wholeOf(operand.substr(0, offset), index);
  const auto number = offset == std::string_view::npos
                          ? std::optional<uint64_t>(0)
                          : wholeNumber(operand.substr(operand[offset] == '+' ? offset + 1 : offset));
  if (!number) return {};
  sum = sumOf(std::move(sum), Polynomial{{{}, *number}}, 1);
  keepBits(sum, 64);
  const PtxSource address = addressOf(sum);
  const Polynomial exact = sumOf(wholeOf(operand.substr(0, offset), index, true), Polynomial{{{}, *number}}, 1);
  const auto [known, isNew] = exactPlaces_.try_emplace(static_cast<size_t>(address.operation), exact);
  if (!isNew && known->second != exact) open_ = "two of its places may be one";
  return {address};
}

void PtxOperands::findOperands(size_t index) {
  const PtxOperation& one = *all_[index].is;
  if (const Polynomial sum = wholeSum(index); !sum.empty()) {
    all_[index].label = "sum " + std::to_string(wholeOperation(one).bits);
    all_[index].operands = operandsOf(sum);
    all_[index].isSum = true;
    return;
  }
  std::string label;
  std::vector<PtxSources> operands;
  if (one.root() == "call") {
    std::tie(label, operands) = calledWith(index);
  } else if (const std::optional<size_t> call = callOf(index)) {
    operands.push_back({{static_cast<int64_t>(*call), 0, {}, false}});
  }
  for (const std::string_view operand : isTwice(one) ? factorsOf(one) : one.from) {
    const size_t offset = operand.starts_with('%') ? operand.find_first_of("+-") : std::string_view::npos;
    const bool isAddress = operand.starts_with('%') && isPtxWord(one.root(), {"ld", "st", "ldu", "atom", "red"}) &&
                           operand.data() == one.from.front().data();
    PtxSources address = isAddress ? placeOf(operand, offset, index) : PtxSources();
    if (address.empty() && offset != std::string_view::npos) label += " " + std::string(operand.substr(offset));
    if (address.empty()) address = {sourceOf(operand.substr(0, offset), index)};
    if (one.isFloat() && isPtxWord(one.root(), {"add", "sub", "mul", "fma"})) address = {withoutOne(address.front())};
    operands.push_back(std::move(address));
  }
  all_[index].label += label;
  all_[index].operands = std::move(operands);
  signOperands(all_[index], one);
  if (one.isFused()) leaveOne(all_[index], one);
}

/// The factor beside 1 of a product that denormal numbers pass: what computes with either computes the same. What
/// only hands a product on may see another NaN.
PtxSource PtxOperands::withoutOne(const PtxSource& source) {
  if (!isOfText(source)) return source;
  const auto index = static_cast<size_t>(source.operation);
  const PtxOperation& one = *all_[index].is;
  if (one.root() != "mul" || !isRoundedOnce(one)) return source;
  const std::array factors = {sourceOf(one.from[0], index), sourceOf(one.from[1], index)};
  for (const size_t i : {0, 1}) {
    if (!isOne(factors[i])) continue;
    all_[index].isFolded = true;
    PtxSource other = factors[1 - i];
    // The sign of the source is that of its use and of the product, as far as that was known.
    other.isNegative ^= factors[i].isNegative != (source.isNegative != all_[index].isNegative);
    return other;
  }
  return source;
}

/// Of what reads the result of a call: the call, which stands before it in the text.
std::optional<size_t> PtxOperands::callOf(size_t index) const {
  const PtxOperation& one = flow_.all()[index];
  if (one.root() != "ld" || one.from.empty() || !one.from.front().starts_with("retval")) return {};
  while (index > 0 && flow_.all()[index].root() != "call") --index;
  return flow_.all()[index].root() == "call" ? std::optional(index) : std::nullopt;
}

/// What a call's name is, and what it is given: all that is stored for it behind the call before.
std::pair<std::string, std::vector<PtxSources>> PtxOperands::calledWith(size_t index) {
  const std::vector<PtxOperation>& all = flow_.all();
  const std::string_view name = all[index].from.size() > 1 ? all[index].from[1]
                                : index + 1 < all.size()   ? all[index + 1].mnemonic
                                                           : std::string_view();
  if (name.empty() || name.starts_with('%')) open_ = "it calls what is not named";
  std::vector<PtxSources> given;
  for (size_t i = index; i-- > 0 && all[i].root() != "call";) {
    if (all[i].root() == "st" && all[i].space() == "param") given.push_back({{static_cast<int64_t>(i), 0, {}, false}});
  }
  return {" " + std::string(name.substr(0, name.find(','))), std::move(given)};
}

}  // namespace warpwright
