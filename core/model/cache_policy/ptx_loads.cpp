#include "core/model/cache_policy/ptx_loads.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string_view>

#include "core/base/text_lines.h"
#include "core/kernel/ptx_text.h"

namespace warpwright {
namespace {

using memsim::CacheOperator;

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
  const auto words = textWords(mnemonic, ".");
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
  for (const std::string_view word : textWords(mnemonic.substr(2), ".")) {
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
  const PtxLines lines = textLines(ptx);
  const std::vector<PtxFunction> functions = ptxFunctions(lines, kernel);
  if (std::none_of(functions.begin(), functions.end(), [](const PtxFunction& function) { return function.isKernel; })) {
    return inputError("The compiled code has no kernel " + kernel + ".");
  }
  const std::map<uint32_t, std::string> files = ptxFiles(lines);
  std::vector<PtxLoad> loads;
  for (const PtxFunction& function : functions) {
    PtxAddresses addresses;
    for (size_t i = function.begin; i < function.end; ++i) addresses.note(ptxInstruction(lines[i]));
    SourcePosition at;
    for (size_t i = function.begin; i < function.end; ++i) {
      const std::string_view text = ptxInstruction(lines[i]);
      if (text.starts_with(".loc")) at = ptxLocation(text, files).at;
      const std::string_view mnemonic = ptxMnemonic(text);
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
  const PtxLines lines = textLines(ptx);
  std::string text;
  text.reserve(ptx.size() + 16 * changes.size());
  for (size_t i = 0; i < lines.size(); ++i) {
    if (i > 0) text += '\n';
    const auto change = byLine.find(i);
    const std::string_view mnemonic =
        change == byLine.end() ? std::string_view() : ptxMnemonic(ptxInstruction(lines[i]));
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
