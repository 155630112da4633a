#include "core/kernel/ptx_fusing.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/text_lines.h"
#include "core/kernel/ptx_data_flow.h"
#include "core/kernel/ptx_text.h"

namespace warpwright {
namespace {

/// Runs of ptxas times lines of the kernel, of which each sum of other operands takes one or two: where all would take
/// more, single ones are not asked about unless those of another text tell most of them; what is not told then is left.
constexpr size_t mostWork = 80'000;
/// So few of them are asked about one by one.
constexpr size_t fewGroups = 3;

/// A sum as it stands in the text, and what it may be instead.
struct OpenSum {
  size_t begin = 0, end = 0;          ///< of the instruction, without its semicolon
  std::string alike;                  ///< the same for sums that a compiler may compute once
  std::string form;                   ///< what it is of, in any text of the kernel: "add.f32 (mul.f32 ld,ld) ld"
  std::string apart;                  ///< "add.rn.f32 %f1, %f2, %f3"
  std::vector<std::string> together;  ///< "fma.rn.f32 …", for each product that it may take
};

/// "0f3F000000" -> "0fBF000000": the sign bit flipped; nothing: no number of PTX.
std::optional<std::string> negated(std::string_view literal) {
  if (!literal.starts_with("0f") && !literal.starts_with("0d")) return std::nullopt;
  static constexpr std::string_view digits = "0123456789ABCDEF";
  std::string text(literal);
  for (char& c : text) c = c >= 'a' && c <= 'f' && &c > &text[1] ? static_cast<char>(c - 'a' + 'A') : c;
  const size_t digit = text.size() > 2 ? digits.find(text[2]) : std::string_view::npos;
  if (digit == std::string_view::npos) return std::nullopt;
  text[2] = digits[digit ^ 8];
  return text;
}

/// The operation's mnemonic with another root, that says how it rounds: "fma.rn.ftz.f32".
std::string rounded(const PtxOperation& one, std::string_view root) {
  std::string text = std::string(root) + ".rn";
  for (size_t i = 1; i < one.parts.size(); ++i) text += "." + std::string(one.parts[i]);
  return text;
}

class SumReader {
 public:
  SumReader(std::string_view text, const PtxLines& lines, const PtxDataFlow& flow)
      : text_(text), lines_(lines), flow_(flow) {}

  std::vector<OpenSum> all() const {
    std::vector<OpenSum> found;
    for (const PtxOperation& one : flow_.all()) {
      if (one.isOpenSum() && one.from.size() == 2 && one.to.size() == 1 && mayTake(one)) found.push_back(sumOf(one));
    }
    return found;
  }

 private:
  bool mayTake(const PtxOperation& one) const {
    return std::ranges::any_of(one.from, [&](auto operand) { return flow_.mayBeProduct(operand); });
  }

  OpenSum sumOf(const PtxOperation& one) const {
    OpenSum sum;
    sum.begin = static_cast<size_t>(one.mnemonic.data() - text_.data());
    sum.end = text_.find(';', sum.begin);
    std::vector<std::string> operands(one.from.begin(), one.from.end());
    if (one.root() == "add") std::sort(operands.begin(), operands.end());
    sum.alike = std::string(one.mnemonic) + " " + operands[0] + " " + operands[1];
    sum.apart = rounded(one, one.root()) +
                std::string(text_.substr(sum.begin + one.mnemonic.size(), sum.end - sum.begin - one.mnemonic.size()));
    sum.form = std::string(one.mnemonic) + " " + formOf(one.from[0], 2) + " " + formOf(one.from[1], 2);
    for (size_t i = 0; i < 2; ++i) {
      if (const PtxOperation* product = productOf(one, i)) addTogether(one, *product, i, sum);
    }
    return sum;
  }

  /// Registers have other names in another text: what makes them.
  std::string formOf(std::string_view operand, int depth) const {
    if (isPtxLiteral(operand)) return std::string(operand);
    std::string form;
    for (const size_t index : flow_.madeBy(operand)) {
      const PtxOperation& one = flow_.all()[index];
      form += (form.empty() ? "" : "|") + std::string(one.mnemonic);
      if (!one.isFloat() || one.root() == "ld" || depth == 0) continue;
      form += "(";
      for (const std::string_view from : one.from) form += formOf(from, depth - 1) + ",";
      form += ")";
    }
    return form;
  }

  /// The one product that an operand of the sum is; null: none, several, or its factors are not what they were. Of most
  /// quotients, PTX has no words for what ptxas makes.
  const PtxOperation* productOf(const PtxOperation& sum, size_t place) const {
    const std::vector<size_t>& made = flow_.madeBy(sum.from[place]);
    if (made.size() != 1) return nullptr;
    const PtxOperation& one = flow_.all()[made.front()];
    const auto isSame = [&](std::string_view factor) { return isUnchanged(factor, one, sum); };
    const bool isOne = one.isOpenProduct() && (!one.endsInProduct() || isByReciprocal(one)) && one.from.size() == 2;
    return isOne && isSame(one.from[0]) && isSame(one.from[1]) ? &one : nullptr;
  }

  /// Is the factor of the product the same at the sum? What loops hand on is made in several places.
  bool isUnchanged(std::string_view factor, const PtxOperation& product, const PtxOperation& sum) const {
    if (isPtxLiteral(factor)) return true;
    const std::vector<size_t>& made = flow_.madeBy(factor);
    if (made.size() == 1) return true;
    const bool isChanged = std::any_of(made.begin(), made.end(), [&](size_t index) {
      const PtxOperation& maker = flow_.all()[index];
      // The sum itself reads the factor before it writes it.
      return &maker != &sum && maker.line >= product.line && maker.line <= sum.line;
    });
    if (isChanged || product.line >= sum.line) return false;
    const auto isLabel = [](std::string_view line) { return ptxInstruction(line).ends_with(':'); };
    const auto at = [&](size_t line) { return lines_.begin() + static_cast<std::ptrdiff_t>(line); };
    return std::none_of(at(product.line), at(sum.line), isLabel);
  }

  /// `div.approx.ftz.f32`: a product with the divisor's reciprocal, and nothing around it.
  static bool isByReciprocal(const PtxOperation& one) {
    return one.root() == "div" && one.parts == std::vector<std::string_view>{"div", "approx", "ftz", "f32"};
  }

  /// Instructions that come in front of one, with registers of their own.
  struct Before {
    std::string words;

    /// The register in which `root` puts the operand.
    std::string made(const std::string& root, const std::string& type, const std::string& of, const std::string& name) {
      words += ".reg ." + type + " " + name + "; " + root + " " + name + ", " + of + "; ";
      return name;
    }
    std::string with(const std::string& last) const { return words.empty() ? last : "{ " + words + last + "; }"; }
  };

  /// `p + o` and `o + p`: fma(a, b, o). `p - o`: fma(a, b, -o). `o - p`: fma(-a, b, o), or fma(a, -b, o).
  static void addTogether(const PtxOperation& sum, const PtxOperation& product, size_t place, OpenSum& found) {
    const std::string to(sum.to.front()), other(sum.from[1 - place]), fma = rounded(sum, "fma");
    const std::string type(sum.parts.back()), line = std::to_string(sum.line), a(product.from[0]);
    Before first;
    const std::string b = isByReciprocal(product) ? first.made("rcp.approx.ftz.f32", "f32",
                                                               std::string(product.from[1]), "%reciprocal" + line)
                                                  : std::string(product.from[1]);
    const auto add = [&](const Before& before, const std::string& x, const std::string& y, const std::string& z) {
      found.together.push_back(before.with(fma + " " + to + ", " + x + ", " + y + ", " + z));
    };
    const auto negative = [&](Before& before, const std::string& of) -> std::optional<std::string> {
      if (isPtxLiteral(of)) return negated(of);
      return before.made("neg." + type, type, of, "%negative" + line);
    };
    if (sum.root() == "add") return add(first, a, b, other);
    const auto withNegative = [&](const std::string& of, const auto& rest) {
      Before before = first;
      if (const auto turned = negative(before, of)) rest(before, *turned);
    };
    if (place == 0) return withNegative(other, [&](const Before& before, const auto& it) { add(before, a, b, it); });
    withNegative(a, [&](const Before& before, const auto& it) { add(before, it, b, other); });
    withNegative(b, [&](const Before& before, const auto& it) { add(before, a, it, other); });
  }

  std::string_view text_;
  const PtxLines& lines_;
  const PtxDataFlow& flow_;
};

/// Those that tell places of the source aside.
size_t linesOf(const std::string& kernel) {
  const PtxLines lines = textLines(kernel);
  return static_cast<size_t>(std::count_if(lines.begin(), lines.end(), [](std::string_view line) {
    return !line.empty() && ptxMnemonic(ptxInstruction(line)) != ".loc";
  }));
}

std::vector<OpenSum> openSums(const std::string& text, const std::string& kernel) {
  std::vector<OpenSum> found;
  const PtxLines lines = textLines(text);
  for (const PtxFunction& function : ptxFunctions(lines, kernel)) {
    const PtxDataFlow flow(lines, function, {}, [](const SourcePosition&) { return std::string(); });
    for (OpenSum& sum : SumReader(text, lines, flow).all()) found.push_back(std::move(sum));
  }
  return found;
}

/// What sums say, by their index.
using Said = std::map<size_t, std::string>;

/// Asks for one kernel.
class Settling {
 public:
  Settling(std::string text, const std::string& kernel, const PtxAssembler& assemble, const SettlingHints& hints)
      : text_(std::move(text)), assemble_(assemble), hints_(hints), sums_(openSums(text_, kernel)) {}

  /// What each sum says, as far as that can be told.
  Result<Said> settle() {
    Said settled;
    if (sums_.empty()) return settled;
    Result<std::string> code = assemble_(text_);
    if (!code.ok()) return code.error();
    code_ = *std::move(code);
    likely_ = likelySaid();
    if (!likely_.empty()) {
      const Result<bool> same = isSame(likely_);
      if (!same.ok() || *same) return same.ok() ? Result(likely_) : same.error();
    }
    std::map<std::string, std::vector<size_t>> byText;
    for (size_t i = 0; i < sums_.size(); ++i) byText[sums_[i].alike].push_back(i);
    Groups groups;
    for (auto& [name, group] : byText) groups.push_back(std::move(group));
    std::sort(groups.begin(), groups.end());  // as they stand in the text: neighbours are often of one kind
    for (const Said& all : {saidApart(groups), saidTogether(groups)}) {
      if (all == likely_) continue;  // it was asked about
      if (const Result<bool> same = isSame(all); !same.ok() || *same) return same.ok() ? Result(all) : same.error();
    }
    const size_t lines = std::max<size_t>(linesOf(text_), 1);
    if (likely_.empty() && 2 * groups.size() * lines > mostWork) return settled;
    runsLeft_ = mostWork / lines;
    if (Status told = tellHalves(groups, settled); !told.ok()) return told.error();
    return settled;
  }

  /// The text in which the sums say these words; those that are not named stay.
  std::string saying(const Said& said) const {
    std::string changed;
    size_t from = 0;
    for (const auto& [index, words] : said) {
      changed += text_.substr(from, sums_[index].begin - from) + words;
      from = sums_[index].end;
      if (words.ends_with('}')) ++from;  // braces need no semicolon
    }
    return changed + text_.substr(from);
  }

  ToldSums told(const Said& said) const {
    ToldSums told;
    for (size_t i = 0; i < sums_.size(); ++i) {
      const OpenSum& sum = sums_[i];
      const auto words = said.find(i);
      int choice = -1;
      if (words != said.end()) {
        const auto product = std::find(sum.together.begin(), sum.together.end(), words->second);
        choice = product == sum.together.end() ? 0 : static_cast<int>(product - sum.together.begin()) + 1;
      }
      told[sum.form].push_back(choice);
    }
    return told;
  }

 private:
  /// What sums of the same form said in the other text, in its order: copies of a statement stand beside each other. Of
  /// another form: apart. Nothing: no text is known.
  Said likelySaid() const {
    if (hints_.like.empty()) return {};
    std::map<std::string, std::vector<size_t>> byForm;
    for (size_t i = 0; i < sums_.size(); ++i) byForm[sums_[i].form].push_back(i);
    Said said;
    std::map<std::string, int> ofAlike;  // they are computed once
    for (const auto& [form, indices] : byForm) {
      const auto known = hints_.like.find(form);
      for (size_t k = 0; k < indices.size(); ++k) {
        const OpenSum& sum = sums_[indices[k]];
        const int told = known == hints_.like.end() ? 0 : known->second[k * known->second.size() / indices.size()];
        const int choice = ofAlike.try_emplace(sum.alike, told).first->second;
        if (choice < 0 || choice > static_cast<int>(sum.together.size())) continue;
        said[indices[k]] = choice == 0 ? sum.apart : sum.together[static_cast<size_t>(choice) - 1];
      }
    }
    return said;
  }

  Result<bool> isSame(const Said& said) const {
    const Result<std::string> code = assemble_(saying(said));
    if (!code.ok() && code.error().kind == ErrorKind::cancelled) return code.error();
    return code.ok() && *code == code_;
  }

  using Groups = std::vector<std::vector<size_t>>;
  using SomeGroups = std::span<const std::vector<size_t>>;

  /// As in the other text.
  Said saidAsLikely(SomeGroups groups) const {
    Said said;
    for (const std::vector<size_t>& group : groups) {
      for (const size_t i : group) {
        if (const auto known = likely_.find(i); known != likely_.end()) said.insert(*known);
      }
    }
    return said;
  }

  /// Each with the first product that it may take.
  Said saidTogether(SomeGroups groups) const {
    Said said;
    for (const std::vector<size_t>& group : groups) {
      for (const size_t i : group) said[i] = sums_[i].together.empty() ? sums_[i].apart : sums_[i].together.front();
    }
    return said;
  }

  Said saidApart(SomeGroups groups) const {
    Said said;
    for (const std::vector<size_t>& group : groups) {
      for (const size_t i : group) said[i] = sums_[i].apart;
    }
    return said;
  }

  /// Is it what ptxas does? It is settled then.
  Result<bool> settles(const Said& said, Said& settled) {
    if (said.empty() || isLost_ || runsLeft_ == 0) return false;
    --runsLeft_;
    const Result<bool> same = isSame(said);
    if (same.ok() && *same) settled.insert(said.begin(), said.end());
    return same;
  }

  /// Neighbours that do as they did, or all the same, need a run of ptxas or two; where they don't, half of them each.
  /// Requires: all together, `groups` do neither.
  Status tellHalves(SomeGroups groups, Said& settled) {
    if (groups.size() <= fewGroups) {
      for (const std::vector<size_t>& group : groups) {
        if (isLost_) break;
        if (Status told = tell(group, settled); !told.ok()) return told;
      }
      return {};
    }
    const size_t middle = groups.size() / 2;
    for (const auto half : {groups.first(middle), groups.subspan(middle)}) {
      if (isLost_) break;
      std::vector<Said> choices{saidAsLikely(half)};
      for (Said said : {saidTogether(half), saidApart(half)}) {
        if (said != choices.front()) choices.push_back(std::move(said));
      }
      bool isTold = false;
      for (const Said& said : choices) {
        const Result<bool> same = settles(said, settled);
        if (!same.ok()) return same.error();
        if ((isTold = *same)) break;
      }
      if (isTold) continue;
      if (Status told = tellHalves(half, settled); !told.ok()) return told;
    }
    return {};
  }

  Status tell(const std::vector<size_t>& group, Said& settled) {
    const size_t choices = sums_[group.front()].together.size();
    for (size_t choice = 0; choice <= choices; ++choice) {
      Said said;
      for (const size_t i : group) {
        const OpenSum& sum = sums_[i];
        if (choice > sum.together.size()) continue;
        said[i] = choice == 0 ? sum.apart : sum.together[choice - 1];
      }
      const Result<bool> same = settles(said, settled);
      if (!same.ok()) return same.error();
      if (*same) return {};
    }
    isLost_ = hints_.needsAll;
    return {};
  }

  std::string text_;
  const PtxAssembler& assemble_;
  const SettlingHints& hints_;
  std::vector<OpenSum> sums_;
  std::string code_;
  Said likely_;          ///< as in the other text
  size_t runsLeft_ = 0;  ///< of ptxas
  bool isLost_ = false;  ///< a sum could not be told, and nothing else is of use
};

/// Without products that nothing takes.
std::string withoutIdleProducts(const std::string& text, const std::string& kernel) {
  const PtxLines lines = textLines(text);
  std::set<size_t> idle;
  for (const PtxFunction& function : ptxFunctions(lines, kernel)) {
    const PtxDataFlow flow(lines, function, {}, [](const SourcePosition&) { return std::string(); });
    std::set<std::string_view> taken;
    for (const PtxOperation& one : flow.all()) taken.insert(one.from.begin(), one.from.end());
    for (const PtxOperation& one : flow.all()) {
      const bool isAlone = textWords(ptxInstruction(lines[one.line]), ";").size() == 1;
      if (one.isOpenProduct() && one.to.size() == 1 && !taken.contains(one.to.front()) && isAlone)
        idle.insert(one.line);
    }
  }
  std::string kept;
  for (size_t i = 0; i < lines.size(); ++i) {
    // `{mul.f16 %rs1,%rs2,%rs3;` of inline assembly opens what another line closes.
    if (!idle.contains(i)) {
      kept += lines[i];
    } else {
      std::copy_if(lines[i].begin(), lines[i].end(), std::back_inserter(kept),
                   [](char c) { return c == '{' || c == '}'; });
    }
    kept += '\n';
  }
  return kept;
}

}  // namespace

std::string kernelAlone(const std::string& ptx, const std::string& kernel) {
  const PtxLines lines = textLines(ptx);
  std::set<size_t> kept;
  for (const PtxFunction& function : ptxFunctions(lines, kernel)) kept.insert(function.begin);
  std::string text;
  size_t othersEnd = 0;  // the line after another kernel
  for (size_t i = 0; i < lines.size(); ++i) {
    const bool isOther = !kept.contains(i) && ptxInstruction(lines[i]).find(".entry ") != std::string_view::npos;
    if (isOther && i >= othersEnd) othersEnd = ptxFunctionEnd(lines, i) + 1;
    if (i >= othersEnd) text += lines[i];
    text += '\n';
  }
  return text;
}

Result<SettledPtx> settledPtx(const std::string& ptx, const std::string& kernel, const PtxAssembler& assemble,
                              const SettlingHints& hints) {
  Settling settling(kernelAlone(ptx, kernel), kernel, assemble, hints);
  const Result<Said> said = settling.settle();
  if (!said.ok()) return said.error();
  return SettledPtx{said->empty() ? ptx : withoutIdleProducts(settling.saying(*said), kernel), settling.told(*said)};
}

}  // namespace warpwright
