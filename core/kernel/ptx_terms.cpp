#include "core/kernel/ptx_terms.h"

#include <algorithm>
#include <charconv>

#include "core/kernel/ptx_repeats.h"

namespace warpwright {
namespace {

constexpr int deepest = 24;
constexpr int64_t largest = int64_t{1} << 31;

std::optional<int64_t> numberOf(std::string_view literal) {
  int64_t value = 0;
  const auto [end, failed] = std::from_chars(literal.data(), literal.data() + literal.size(), value);
  const bool isWhole = failed == std::errc() && end == literal.data() + literal.size();
  return isWhole && value < largest && value > -largest ? std::optional(value) : std::nullopt;
}

PtxSum constantOf(int64_t value) {
  PtxSum sum;
  sum.constant = value;
  return sum;
}

PtxSum termOf(std::string name) {
  PtxSum sum;
  sum.terms.emplace(std::move(name), 1);
  return sum;
}

/// All terms of one with all of the other; nothing: these are many, or large.
std::optional<PtxSum> productOf(const PtxSum& one, const PtxSum& other) {
  constexpr size_t mostTerms = 6;
  const auto isSmall = [](const PtxSum& sum) {
    const auto fits = [](int64_t number) { return number < largest && number > -largest; };
    return sum.terms.size() <= mostTerms && fits(sum.constant) &&
           std::ranges::all_of(sum.terms, [&](const auto& term) { return fits(term.second); });
  };
  if (!isSmall(one) || !isSmall(other)) return std::nullopt;
  PtxSum product;
  product.add(one, other.constant);
  for (const auto& [name, factor] : other.terms) {
    PtxSum part;
    if (one.constant != 0) part.terms.emplace(name, one.constant);
    for (const auto& [with, times] : one.terms)
      part.add(termOf(with < name ? with + "*" + name : name + "*" + with), times);
    product.add(part, factor);
  }
  return product;
}

/// A whole number of 32 or 64 bits, made of such: smaller ones wrap, and so may what is cut.
bool isWide(const PtxOperation& one) {
  static const std::initializer_list<std::string_view> wide = {"s32", "u32", "b32", "s64", "u64", "b64"};
  if (one.to.size() != 1 || !isPtxWord(one.parts.back(), wide)) return false;
  if (std::find(one.parts.begin(), one.parts.end(), "sat") != one.parts.end()) return false;
  if (one.root() != "cvt") return true;
  const std::string_view to = one.parts[one.parts.size() - 2];
  return isPtxWord(to, wide) && (to.ends_with("64") || one.parts.back().ends_with("32"));
}

}  // namespace

void PtxSum::add(const PtxSum& other, int64_t times) {
  constant += other.constant * times;
  for (const auto& [name, factor] : other.terms) {
    const auto place = terms.try_emplace(name, 0).first;
    place->second += factor * times;
    if (place->second == 0) terms.erase(place);
  }
}

bool PtxSum::isNamed() const {
  return std::none_of(terms.begin(), terms.end(),
                      [](const auto& term) { return term.first.find('%') != std::string::npos; });
}

std::string PtxSum::text() const {
  std::string all;
  for (const auto& [name, factor] : terms) all += (all.empty() ? "" : " + ") + std::to_string(factor) + "*" + name;
  return all + (all.empty() ? "" : " + ") + std::to_string(constant);
}

PtxTerms::PtxTerms(const PtxDataFlow& flow, const PtxLines& lines, const PtxFunction& function)
    : flow_(flow),
      begin_(function.begin),
      blockOf_(ptxBlocks(lines, function)),
      repeats_(ptxRepeats(lines, function)) {}

std::optional<PtxSum> PtxTerms::sumOf(const std::vector<std::pair<std::string_view, size_t>>& plus,
                                      const std::vector<std::pair<std::string_view, size_t>>& minus) const {
  PtxSum all;
  Reads reads;
  for (const auto& [addresses, times] : {std::pair{&plus, int64_t{1}}, std::pair{&minus, int64_t{-1}}}) {
    for (const auto& [address, line] : *addresses) {
      const std::optional<PtxSum> one = addressAt(address, line, reads);
      if (!one) return std::nullopt;
      all.add(*one, times);
    }
  }
  for (const auto& [name, lines] : reads) {
    if (!isOneValue(name, lines)) return std::nullopt;
  }
  // Whole numbers may have wrapped.
  if (all.constant >= largest || all.constant <= -largest) return std::nullopt;
  return all;
}

std::optional<PtxSum> PtxTerms::addressAt(std::string_view address, size_t line, Reads& reads) const {
  const size_t offset = address.starts_with('%') ? address.find_first_of("+-") : std::string_view::npos;
  PtxSum sum = sumOf(address.substr(0, offset), line, deepest, reads);
  if (offset == std::string_view::npos) return sum;
  const std::optional<int64_t> number = numberOf(address.substr(address[offset] == '-' ? offset : offset + 1));
  if (!number) return std::nullopt;
  sum.constant += *number;
  return sum;
}

bool PtxTerms::holdsAt(size_t made, size_t read) const {
  if (made < begin_ || made >= read || read - begin_ >= blockOf_.size()) return false;
  return runsOnce(made) || blockOf_[made - begin_] == blockOf_[read - begin_];
}

/// It is made once, or between its reads nothing makes it anew: they stand in one block, with no operation that makes
/// it in between.
bool PtxTerms::isOneValue(std::string_view name, const std::vector<size_t>& reads) const {
  const std::vector<size_t>& made = flow_.madeBy(name);
  if (made.size() == 1 && runsOnce(flow_.all()[made.front()].line)) return true;
  const auto [first, last] = std::minmax_element(reads.begin(), reads.end());
  if (*first < begin_ || *last - begin_ >= blockOf_.size()) return false;
  if (blockOf_[*first - begin_] != blockOf_[*last - begin_]) return false;
  return std::none_of(made.begin(), made.end(), [&](size_t index) {
    const size_t line = flow_.all()[index].line;
    return line >= *first && line <= *last;
  });
}

PtxSum PtxTerms::sumOf(std::string_view operand, size_t line, int depth, Reads& reads) const {
  if (const std::optional<int64_t> number = numberOf(operand)) return constantOf(*number);
  const std::vector<size_t>& made = flow_.madeBy(operand);
  if (made.size() == 1 && holdsAt(flow_.all()[made.front()].line, line)) {
    const PtxOperation& one = flow_.all()[made.front()];
    if (one.root() == "ld" && flow_.isParameter(one))
      return termOf(std::string(one.from.front().substr(one.from.front().rfind("_param_"))));
    if (std::optional<PtxSum> sum = depth > 0 ? madeBy(one, depth, reads) : std::nullopt) return *std::move(sum);
  }
  if (!made.empty()) reads[operand].push_back(line);
  return termOf(std::string(operand));
}

std::optional<PtxSum> PtxTerms::madeBy(const PtxOperation& one, int depth, Reads& reads) const {
  if (!isWide(one)) return std::nullopt;
  const auto of = [&](size_t i) { return sumOf(one.from[i], one.line, depth - 1, reads); };
  const auto scaled = [&](size_t i, int64_t by) {
    PtxSum sum;
    sum.add(of(i), by);
    return sum;
  };
  const size_t count = one.from.size();
  const auto number = [&](size_t i) { return i < count ? numberOf(one.from[i]) : std::nullopt; };
  if (isPtxWord(one.root(), {"mov", "cvt", "cvta"}) && count == 1) return of(0);
  if (isPtxWord(one.root(), {"add", "sub"}) && count == 2) {
    PtxSum sum = of(0);
    sum.add(of(1), one.root() == "add" ? 1 : -1);
    return sum;
  }
  constexpr int64_t mostBits = 31;
  if (one.root() == "shl" && number(1) && *number(1) >= 0 && *number(1) < mostBits)
    return scaled(0, int64_t{1} << *number(1));
  const bool isHigh = std::find(one.parts.begin(), one.parts.end(), "hi") != one.parts.end();
  if (!isPtxWord(one.root(), {"mul", "mad"}) || isHigh || count < 2) return std::nullopt;
  std::optional<PtxSum> sum = number(1)   ? scaled(0, *number(1))
                              : number(0) ? scaled(1, *number(0))
                                          : productOf(of(0), of(1));
  if (sum && one.root() == "mad" && count == 3) sum->add(of(2), 1);
  return sum;
}

}  // namespace warpwright
