#include "analysis/resources/register_estimate.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <vector>

namespace warpwright::resources {
namespace {

using Value = uint32_t;

struct Instruction {
  std::string_view opcode;      ///< up to the first dot
  bool readsParameter = false;  ///< a load from the kernel's own parameters
  bool isGuarded = false;       ///< may not write its results
  uint32_t loadedUnits = 0;
  std::vector<Value> results, operands;
};

struct Block {
  std::vector<Instruction> instructions;
  std::vector<std::string_view> targets;
  std::vector<size_t> successors;
  bool fallsThrough = true;
};

struct Kernel {
  std::vector<Block> blocks;
  std::vector<uint32_t> widths;  ///< of each value, in registers of 32 bits; predicates have their own: 0
  bool calls = false;
};

std::string_view trim(std::string_view text) {
  const auto isBlank = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
  while (!text.empty() && isBlank(text.front())) text.remove_prefix(1);
  while (!text.empty() && (isBlank(text.back()) || text.back() == ';')) text.remove_suffix(1);
  return text;
}

bool writesNothing(std::string_view opcode) {
  static constexpr std::array<std::string_view, 18> list{
      "applypriority", "bar",       "barrier", "bra",      "brx",       "cp",  "discard", "exit", "fence",
      "membar",        "nanosleep", "pmevent", "prefetch", "prefetchu", "red", "ret",     "st",   "trap"};
  return std::binary_search(list.begin(), list.end(), opcode);
}

/// Reads the body of one .entry, line by line as LLVM prints it.
class KernelReader {
 public:
  explicit KernelReader(uint32_t addressBits) : addressBits_(addressBits) {}
  Kernel read(std::string_view body) {
    kernel_.blocks.emplace_back();
    while (!body.empty()) {
      const size_t end = std::min(body.find('\n'), body.size());
      readLine(body.substr(0, end));
      body.remove_prefix(std::min(end + 1, body.size()));
    }
    for (size_t i = 0; i < kernel_.blocks.size(); ++i) {
      Block& block = kernel_.blocks[i];
      for (const std::string_view target : block.targets) {
        if (const auto found = labels_.find(target); found != labels_.end()) block.successors.push_back(found->second);
      }
      if (block.fallsThrough && i + 1 < kernel_.blocks.size()) block.successors.push_back(i + 1);
    }
    return std::move(kernel_);
  }

 private:
  void readLine(std::string_view line) {
    line = trim(line.substr(0, line.find("//")));
    if (line.empty() || line.front() == '.' || line == "{" || line == "}") return;
    if (line.back() == ':') {
      if (!kernel_.blocks.back().instructions.empty()) kernel_.blocks.emplace_back();
      labels_[line.substr(0, line.size() - 1)] = kernel_.blocks.size() - 1;
      return;
    }
    readInstruction(line);
  }

  void readInstruction(std::string_view line) {
    Instruction instruction;
    if (line.front() == '@') {
      const size_t end = line.find_first_of(" \t");
      if (end == std::string_view::npos) return;
      addValues(line.substr(0, end), instruction.operands);
      line = trim(line.substr(end));
      instruction.isGuarded = true;
    }
    const size_t nameEnd = std::min(line.find_first_of(" \t("), line.size());
    const std::string_view name = line.substr(0, nameEnd);
    const std::string_view rest = trim(line.substr(nameEnd));
    instruction.opcode = name.substr(0, name.find('.'));
    if (!isName(instruction.opcode)) return;
    readOperands(name, rest, instruction);
    Block& block = kernel_.blocks.back();
    const bool isBranch = instruction.opcode == "bra" || instruction.opcode == "brx";
    const bool ends = instruction.opcode == "ret" || instruction.opcode == "exit" || instruction.opcode == "trap";
    kernel_.calls = kernel_.calls || instruction.opcode == "call";
    const bool guarded = instruction.isGuarded;
    block.instructions.push_back(std::move(instruction));
    if (isBranch) block.targets.push_back(rest.substr(rest.find_last_of(" \t,") + 1));
    if (!isBranch && !(ends && !guarded)) return;
    block.fallsThrough = guarded;
    kernel_.blocks.emplace_back();
  }

  void readOperands(std::string_view name, std::string_view rest, Instruction& instruction) {
    if (writesNothing(instruction.opcode) || instruction.opcode == "call") {
      addValues(rest, instruction.operands);
      return;
    }
    const size_t end = !rest.empty() && rest.front() == '{' ? rest.find('}') : rest.find(',');
    addValues(rest.substr(0, end), instruction.results);
    if (end != std::string_view::npos) addValues(rest.substr(end), instruction.operands);
    if (name.rfind("ld.param", 0) == 0) {
      instruction.readsParameter = rest.find("[retval") == std::string_view::npos;
    } else if (instruction.opcode == "ld") {
      for (const Value value : instruction.results) instruction.loadedUnits += kernel_.widths[value];
    }
  }

  static bool isName(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
    });
  }

  // %rd12 is one; %tid.x and %SP are not.
  void addValues(std::string_view text, std::vector<Value>& values) {
    for (size_t at = text.find('%'); at != std::string_view::npos; at = text.find('%', at + 1)) {
      size_t end = at + 1;
      while (end < text.size() && text[end] >= 'a' && text[end] <= 'z') ++end;
      const std::string_view kind = text.substr(at + 1, end - at - 1);
      const size_t digits = end;
      while (end < text.size() && text[end] >= '0' && text[end] <= '9') ++end;
      if (end == digits || kind.empty()) continue;
      const auto [known, isNew] =
          numbers_.emplace(text.substr(at, end - at), static_cast<Value>(kernel_.widths.size()));
      if (isNew)
        kernel_.widths.push_back(kind == "p"    ? 0
                                 : kind == "rq" ? 4
                                 : kind == "rd" ? addressBits_ / 32
                                 : kind == "fd" ? 2
                                                : 1);
      values.push_back(known->second);
    }
  }

  const uint32_t addressBits_;
  Kernel kernel_;
  std::map<std::string_view, size_t> labels_;
  std::map<std::string_view, Value> numbers_;
};

/// Values that take no register of their own: parameters lie in the constant bank, constants are made where needed.
void dropFreeValues(Kernel& kernel) {
  std::vector<int> writes(kernel.widths.size());
  for (const Block& block : kernel.blocks) {
    for (const Instruction& one : block.instructions) {
      for (const Value value : one.results) ++writes[value];
    }
  }
  bool changed = true;
  while (changed) {
    changed = false;
    for (const Block& block : kernel.blocks) {
      for (const Instruction& one : block.instructions) {
        const bool copies = one.opcode == "mov" || one.opcode == "cvta";
        const bool fromFree = std::all_of(one.operands.begin(), one.operands.end(),
                                          [&](Value value) { return kernel.widths[value] == 0; });
        if (one.isGuarded || !(one.readsParameter || (copies && fromFree))) continue;
        for (const Value value : one.results) {
          if (writes[value] != 1 || kernel.widths[value] == 0) continue;
          kernel.widths[value] = 0;
          changed = true;
        }
      }
    }
  }
}

class ValueSet {
 public:
  explicit ValueSet(size_t values) : words_((values + 63) / 64) {}
  bool insert(Value value) { return change(value, words_[value / 64] | bit(value)); }
  bool erase(Value value) { return change(value, words_[value / 64] & ~bit(value)); }
  bool addAll(const ValueSet& other) {
    bool grew = false;
    for (size_t i = 0; i < words_.size(); ++i) {
      const uint64_t all = words_[i] | other.words_[i];
      grew = grew || all != words_[i];
      words_[i] = all;
    }
    return grew;
  }
  uint32_t units(const std::vector<uint32_t>& widths) const {
    uint32_t sum = 0;
    for (size_t i = 0; i < words_.size(); ++i) {
      for (uint64_t word = words_[i]; word != 0; word &= word - 1) {
        sum += widths[i * 64 + static_cast<size_t>(__builtin_ctzll(word))];
      }
    }
    return sum;
  }

 private:
  static uint64_t bit(Value value) { return uint64_t{1} << (value % 64); }
  bool change(Value value, uint64_t word) {
    const bool changed = words_[value / 64] != word;
    words_[value / 64] = word;
    return changed;
  }
  std::vector<uint64_t> words_;
};

// Walks a block from its end; `live` becomes what is alive at its start. Returns the most units alive on the way.
uint32_t walkBack(const Kernel& kernel, const Block& block, ValueSet& live, bool count) {
  uint32_t units = count ? live.units(kernel.widths) : 0, most = units;
  for (auto one = block.instructions.rbegin(); one != block.instructions.rend(); ++one) {
    for (const Value value : one->results) {
      if (live.insert(value)) units += kernel.widths[value];  // a result that nobody reads still needs a place
    }
    most = std::max(most, units);
    if (!one->isGuarded) {
      for (const Value value : one->results) {
        if (live.erase(value)) units -= kernel.widths[value];
      }
    }
    for (const Value value : one->operands) {
      if (live.insert(value)) units += kernel.widths[value];
    }
    most = std::max(most, units);
  }
  return most;
}

uint32_t mostAlive(const Kernel& kernel) {
  std::vector<ValueSet> starts(kernel.blocks.size(), ValueSet(kernel.widths.size()));
  const auto aliveAtEnd = [&](const Block& block) {
    ValueSet live(kernel.widths.size());
    for (const size_t next : block.successors) live.addAll(starts[next]);
    return live;
  };
  bool changed = true;
  while (changed) {
    changed = false;
    for (size_t i = kernel.blocks.size(); i-- > 0;) {
      ValueSet live = aliveAtEnd(kernel.blocks[i]);
      walkBack(kernel, kernel.blocks[i], live, false);
      changed = starts[i].addAll(live) || changed;
    }
  }
  uint32_t most = 0;
  for (const Block& block : kernel.blocks) {
    ValueSet live = aliveAtEnd(block);
    most = std::max(most, walkBack(kernel, block, live, true));
  }
  return most;
}

constexpr uint32_t callRegisters = 20;

RegisterEstimate estimate(Kernel kernel, uint32_t addressBits) {
  dropFreeValues(kernel);
  if (addressBits == 32) {
    const uint32_t alive = std::clamp(mostAlive(kernel) + (kernel.calls ? callRegisters : 0), 2u, 127u);
    return {alive, alive, alive};
  }
  uint32_t loads = 0;
  for (const Block& block : kernel.blocks) {
    uint32_t here = 0;
    for (const Instruction& one : block.instructions) here += one.loadedUnits;
    loads = std::max(loads, here);
  }
  const double likely =
      0.66 * mostAlive(kernel) + 0.33 * std::min<uint32_t>(loads, 32) + 7.4 + (kernel.calls ? callRegisters : 0);
  const auto whole = [](double value) { return static_cast<uint32_t>(std::clamp(std::round(value), 8.0, 255.0)); };
  return {whole(likely), whole(0.8 * likely), whole(1.45 * likely)};
}

}  // namespace

std::map<std::string, RegisterEstimate, std::less<>> estimateRegisters(std::string_view ptx, uint32_t addressBits) {
  std::map<std::string, RegisterEstimate, std::less<>> estimates;
  constexpr std::string_view entry = ".entry ";
  for (size_t at = ptx.find(entry); at != std::string_view::npos; at = ptx.find(entry, at)) {
    at += entry.size();
    const size_t nameEnd = ptx.find_first_of("(\n ", at);
    const size_t open = ptx.find("\n{", at);
    const size_t close = ptx.find("\n}", open);
    if (nameEnd == std::string_view::npos || open == std::string_view::npos || close == std::string_view::npos) break;
    const std::string_view body = ptx.substr(open + 2, close - open - 2);
    estimates[std::string(ptx.substr(at, nameEnd - at))] = estimate(KernelReader(addressBits).read(body), addressBits);
    at = close;
  }
  return estimates;
}

}  // namespace warpwright::resources
