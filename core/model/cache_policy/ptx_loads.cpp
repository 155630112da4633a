#include "core/model/cache_policy/ptx_loads.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string_view>

#include "core/base/text_lines.h"

namespace warpwright {
namespace {

using memsim::CacheOperator;
using Lines = std::vector<std::string_view>;

std::string_view trimmed(std::string_view text) {
  const size_t from = text.find_first_not_of(" \t\r");
  if (from == std::string_view::npos) return {};
  return text.substr(from, text.find_last_not_of(" \t\r") + 1 - from);
}

std::vector<std::string_view> split(std::string_view text, const char* separators) {
  std::vector<std::string_view> words;
  for (size_t from = text.find_first_not_of(separators); from != std::string_view::npos;) {
    const size_t end = std::min(text.find_first_of(separators, from), text.size());
    words.push_back(text.substr(from, end - from));
    from = text.find_first_not_of(separators, end);
  }
  return words;
}

uint32_t numberOf(std::string_view text) {
  uint32_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

/// Without what comments say and the predicate before it: "ld.global.f32 %f1, [%rd2];"
std::string_view instructionOf(std::string_view line) {
  std::string_view text = trimmed(line.substr(0, line.find("//")));
  if (text.starts_with('@')) text = trimmed(text.substr(std::min(text.find_first_of(" \t"), text.size())));
  return text;
}

std::string_view mnemonicOf(std::string_view instruction) {
  return instruction.substr(0, instruction.find_first_of(" \t;"));
}

/// Words of a mnemonic that say how a load is cached.
struct OperatorWord {
  std::string_view word;
  CacheOperator meaning;
};
constexpr OperatorWord operatorWords[] = {{"ca", CacheOperator::normal},
                                          {"cg", CacheOperator::bypassL1},
                                          {"cs", CacheOperator::streaming},
                                          {"lu", CacheOperator::lastUse},
                                          {"cv", CacheOperator::uncached},
                                          {"L1::no_allocate", CacheOperator::noAllocate},
                                          {"L1::evict_first", CacheOperator::evictFirst},
                                          {"L1::evict_last", CacheOperator::evictLast},
                                          {"L1::evict_normal", CacheOperator::normal},
                                          {"L1::evict_unchanged", CacheOperator::normal}};

const OperatorWord* findOperator(std::string_view word) {
  for (const OperatorWord& known : operatorWords) {
    if (known.word == word) return &known;
  }
  return nullptr;
}

/// The operator of a load that may read global memory; none: it is something else.
std::optional<CacheOperator> loadOperator(std::string_view mnemonic) {
  const auto words = split(mnemonic, ".");
  if (words.size() < 2 || words[0] != "ld") return std::nullopt;
  CacheOperator found = CacheOperator::normal;
  for (const std::string_view word : words) {
    const std::string_view space = word.substr(0, word.find("::"));
    for (const char* other : {"shared", "local", "const", "param", "volatile", "relaxed", "acquire", "mmio"}) {
      if (space == other) return std::nullopt;
    }
    if (const OperatorWord* known = findOperator(word)) found = known->meaning;
  }
  return found;
}

/// What registers of one function are made from, as far as addresses go.
class Addresses {
 public:
  void note(std::string_view instruction) {
    const std::string_view mnemonic = mnemonicOf(instruction);
    const auto operands = split(instruction.substr(mnemonic.size()), " \t,;{}");
    if (operands.size() < 2 || !operands[0].starts_with("%rd")) return;
    Made made;
    made.isGlobal = mnemonic.starts_with("cvta.to.global");
    if (mnemonic.starts_with("ld.param")) {
      // [NAME_param_3+8]: memory of the function's own calls has other names.
      const size_t at = operands[1].rfind("_param_");
      if (at != std::string_view::npos) made.parameter = static_cast<int>(numberOf(operands[1].substr(at + 7)));
    } else if (!mnemonic.starts_with("ld.")) {
      for (size_t i = 1; i < operands.size(); ++i) {
        if (operands[i].starts_with("%rd")) made.from.emplace_back(operands[i]);
      }
    }
    made_[std::string(operands[0])].push_back(std::move(made));
  }

  /// The parameter whose pointer leads to this operand, "[%rd4+8]"; -1: none, or several.
  int parameterOf(std::string_view operand) const {
    std::set<int> pointers, values;
    std::set<std::string> seen;
    const size_t from = operand.find('%');
    if (from == std::string_view::npos) return -1;
    follow(std::string(operand.substr(from, operand.find_first_of("+]- ", from) - from)), false, pointers, values,
           seen);
    // A 64-bit index is a parameter, too: the one that was made a global address is the pointer.
    const std::set<int>& found = pointers.empty() ? values : pointers;
    return found.size() == 1 ? *found.begin() : -1;
  }

 private:
  struct Made {
    std::vector<std::string> from;
    int parameter = -1;
    bool isGlobal = false;
  };
  void follow(const std::string& name, bool isPointer, std::set<int>& pointers, std::set<int>& values,
              std::set<std::string>& seen) const {
    if (!seen.insert(name + (isPointer ? "!" : "")).second) return;
    const auto found = made_.find(name);
    if (found == made_.end()) return;
    for (const Made& made : found->second) {
      if (made.parameter >= 0) (isPointer ? pointers : values).insert(made.parameter);
      for (const std::string& from : made.from) follow(from, isPointer || made.isGlobal, pointers, values, seen);
    }
  }
  std::map<std::string, std::vector<Made>> made_;
};

/// A function of the text: from its head to the line after its last.
struct Function {
  size_t begin = 0, end = 0;
  bool isWanted = false, isKernel = false;
};

std::vector<Function> functionsOf(const Lines& lines, const std::string& kernel) {
  std::vector<Function> found;
  for (size_t i = 0; i < lines.size(); ++i) {
    const std::string_view head = instructionOf(lines[i]);
    const bool isEntry = head.find(".entry ") != std::string_view::npos,
               isFunction = head.find(".func ") != std::string_view::npos;
    if (!isEntry && !isFunction) continue;
    Function function{i, i, isFunction, false};
    if (isEntry) {
      const auto words = split(head.substr(head.find(".entry ") + 7), " \t(");
      function.isWanted = function.isKernel = !words.empty() && words[0] == kernel;
    }
    int depth = 0;
    for (; function.end < lines.size(); ++function.end) {
      const std::string_view text = instructionOf(lines[function.end]);
      if (depth == 0 && text.ends_with(';')) break;  // declared only
      const bool wasOpen = depth > 0;
      depth += static_cast<int>(std::count(text.begin(), text.end(), '{') - std::count(text.begin(), text.end(), '}'));
      if (wasOpen && depth == 0) break;
    }
    i = function.end;
    if (function.isWanted) found.push_back(function);
  }
  return found;
}

/// `.file 1 "/a/b.cu"`: by number.
std::map<uint32_t, std::string> filesOf(const Lines& lines) {
  std::map<uint32_t, std::string> files;
  for (const std::string_view line : lines) {
    const std::string_view text = trimmed(line);
    const size_t open = text.find('"');
    if (!text.starts_with(".file") || open == std::string_view::npos) continue;
    files[numberOf(trimmed(text.substr(5)))] = std::string(text.substr(open + 1, text.find('"', open + 1) - open - 1));
  }
  return files;
}

std::string suffixOf(CacheOperator cacheOperator) {
  switch (cacheOperator) {
    case CacheOperator::bypassL1:
      return ".cg";
    case CacheOperator::streaming:
      return ".cs";
    case CacheOperator::noAllocate:
      return ".L1::no_allocate";
    case CacheOperator::evictFirst:
      return ".L1::evict_first";
    case CacheOperator::evictLast:
      return ".L1::evict_last";
    default:
      return {};
  }
}

/// "ld.global.nc.v4.f32" with another operator: cache operators stand before `.nc`, priorities behind it (PTX ISA, ld
/// and ld.global.nc).
std::string changed(std::string_view mnemonic, CacheOperator cacheOperator) {
  const std::string suffix = suffixOf(cacheOperator);
  const bool isPriority = suffix.starts_with(".L1");
  std::string head = "ld", tail;
  bool inHead = true;
  for (const std::string_view word : split(mnemonic.substr(2), ".")) {
    if (findOperator(word)) continue;
    inHead = inHead && (word == "weak" || word == "global" || (isPriority && word == "nc"));
    (inHead ? head : tail) += "." + std::string(word);
  }
  return head + suffix + tail;
}

/// Loads that were moved out of loops stand in other lines: those of a parameter belong to the only group of it that
/// has none.
void joinWhatIsLeft(std::vector<JoinedLoad>& joined, const std::vector<KernelLoad>& loads,
                    const std::map<int, std::vector<size_t>>& left) {
  for (const auto& [parameter, lines] : left) {
    JoinedLoad* only = nullptr;
    size_t empty = 0;
    for (JoinedLoad& group : joined) {
      const auto isIts = [&, wanted = parameter](size_t load) { return loads[load].parameter == wanted; };
      if (!group.lines.empty() || !std::any_of(group.loads.begin(), group.loads.end(), isIts)) continue;
      ++empty;
      if (std::all_of(group.loads.begin(), group.loads.end(), isIts)) only = &group;
    }
    if (empty == 1 && only != nullptr) only->lines = lines;
  }
}

}  // namespace

Result<std::vector<PtxLoad>> ptxLoads(const std::string& ptx, const std::string& kernel) {
  const Lines lines = textLines(ptx);
  const std::vector<Function> functions = functionsOf(lines, kernel);
  if (std::none_of(functions.begin(), functions.end(), [](const Function& function) { return function.isKernel; })) {
    return inputError("The compiled code has no kernel " + kernel + ".");
  }
  const std::map<uint32_t, std::string> files = filesOf(lines);
  std::vector<PtxLoad> loads;
  for (const Function& function : functions) {
    Addresses addresses;
    for (size_t i = function.begin; i < function.end; ++i) addresses.note(instructionOf(lines[i]));
    SourcePosition at;
    for (size_t i = function.begin; i < function.end; ++i) {
      const std::string_view text = instructionOf(lines[i]);
      if (text.starts_with(".loc")) {
        const auto words = split(text.substr(4), " \t,");
        const auto file = words.size() >= 3 ? files.find(numberOf(words[0])) : files.end();
        at = file == files.end() ? SourcePosition()
                                 : SourcePosition{file->second, numberOf(words[1]), numberOf(words[2])};
      }
      const std::string_view mnemonic = mnemonicOf(text);
      const std::optional<CacheOperator> written = loadOperator(mnemonic);
      if (!written) continue;
      const size_t address = text.find('[');
      loads.push_back(
          {i, at,
           function.isKernel && address != std::string_view::npos ? addresses.parameterOf(text.substr(address)) : -1,
           *written});
    }
  }
  return loads;
}

std::string withOperators(const std::string& ptx, const std::vector<PtxChange>& changes) {
  std::map<size_t, CacheOperator> byLine;
  for (const PtxChange& change : changes) byLine[change.line] = change.cacheOperator;
  const Lines lines = textLines(ptx);
  std::string text;
  text.reserve(ptx.size() + 16 * changes.size());
  for (size_t i = 0; i < lines.size(); ++i) {
    if (i > 0) text += '\n';
    const auto change = byLine.find(i);
    const std::string_view mnemonic = change == byLine.end() ? std::string_view() : mnemonicOf(instructionOf(lines[i]));
    if (mnemonic.empty()) {
      text += lines[i];
      continue;
    }
    const auto at = static_cast<size_t>(mnemonic.data() - lines[i].data());
    text += lines[i].substr(0, at);
    text += changed(mnemonic, change->second);
    text += lines[i].substr(at + mnemonic.size());
  }
  return text;
}

std::vector<JoinedLoad> joinLoads(const std::vector<KernelLoad>& loads, const std::vector<PtxLoad>& ptx) {
  using Line = std::pair<std::string, uint32_t>;
  const auto lineOf = [](const SourcePosition& at) {
    return Line{std::filesystem::path(at.file).filename().string(), at.line};
  };
  std::set<Line> unsure;
  for (const KernelLoad& load : loads) {
    if (load.parameter < 0) unsure.insert(lineOf(load.at));
  }
  for (const PtxLoad& load : ptx) {
    if (load.parameter < 0) unsure.insert(lineOf(load.at));
  }
  const auto keyOf = [&](const SourcePosition& at, int parameter) {
    const Line line = lineOf(at);
    return std::make_pair(line, unsure.contains(line) ? -1 : parameter);
  };
  std::vector<JoinedLoad> joined;
  std::map<std::pair<Line, int>, size_t> index;
  for (size_t i = 0; i < loads.size(); ++i) {
    const auto [at, isNew] = index.emplace(keyOf(loads[i].at, loads[i].parameter), joined.size());
    if (isNew) joined.emplace_back();
    joined[at->second].loads.push_back(i);
  }
  std::map<int, std::vector<size_t>> left;  // lines of loads without a place, by parameter
  for (const PtxLoad& load : ptx) {
    if (load.written != CacheOperator::normal) continue;
    const auto at = index.find(keyOf(load.at, load.parameter));
    if (at != index.end() && load.at.isValid())
      joined[at->second].lines.push_back(load.line);
    else if (load.parameter >= 0)
      left[load.parameter].push_back(load.line);
  }
  joinWhatIsLeft(joined, loads, left);
  return joined;
}

void countTogether(std::vector<memsim::RequestTrace>& traces, const std::vector<KernelLoad>& loads,
                   const std::vector<JoinedLoad>& joined) {
  std::map<std::pair<SourcePosition, std::string>, memsim::SitePlace> first;
  for (const JoinedLoad& group : joined) {
    const KernelLoad& head = loads[group.loads.front()];
    memsim::SitePlace together{head.at, {}, head.parameter};
    std::set<std::string> names;
    for (const size_t load : group.loads) {
      const std::string& name = loads[load].object;
      if (loads[load].parameter != together.parameter) together.parameter = -1;
      if (!name.empty() && names.insert(name).second) together.object += (together.object.empty() ? "" : ", ") + name;
    }
    for (const size_t load : group.loads) first[{loads[load].at, loads[load].object}] = together;
  }
  for (memsim::RequestTrace& trace : traces) {
    for (size_t site = 0; site < trace.places.size(); ++site) {
      if (trace.sites[site].kind != memsim::EventKind::load || trace.sites[site].cacheOperator != CacheOperator::normal)
        continue;
      const auto found = first.find({trace.places[site].at, trace.places[site].object});
      if (found != first.end()) trace.places[site] = found->second;
    }
  }
}

}  // namespace warpwright
