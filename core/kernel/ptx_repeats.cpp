#include "core/kernel/ptx_repeats.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include "core/base/text_lines.h"

namespace warpwright {
namespace {

using Edges = std::vector<std::vector<size_t>>;

/// What each basic block may go on to; nothing: where a branch leads is not known.
std::optional<Edges> edgesOf(const PtxLines& lines, size_t begin, const std::vector<size_t>& blocks) {
  std::map<std::string_view, size_t> labels;
  for (size_t i = 0; i < blocks.size(); ++i) {
    const std::string_view text = ptxInstruction(lines[begin + i]);
    if (!text.ends_with(':')) continue;
    const bool isNew = labels.try_emplace(text.substr(0, text.size() - 1), blocks[i]).second;
    if (!isNew) return std::nullopt;  // of blocks of inline assembly, say
  }
  Edges edges(blocks.empty() ? 0 : blocks.back() + 1);
  for (size_t i = 0; i < blocks.size(); ++i) {
    const std::string_view line = lines[begin + i], text = ptxInstruction(line);
    const auto words = textWords(text, " \t,{}[]();");
    const bool isLast = i + 1 == blocks.size() || blocks[i + 1] != blocks[i];
    const bool branches = text.find("bra") != std::string_view::npos || text.find("brx") != std::string_view::npos;
    bool isKnown = !branches;
    for (const std::string_view word : words) {
      const auto target = labels.find(word);
      if (!branches || target == labels.end()) continue;
      edges[blocks[i]].push_back(target->second);
      isKnown = true;
    }
    if (!isKnown || text.find("brx") != std::string_view::npos) return std::nullopt;
    if (!isLast || i + 1 == blocks.size()) continue;
    const size_t at = line.find_first_not_of(" \t");
    const bool isAlways = at == std::string_view::npos || line[at] != '@';
    const bool ends = isAlways && !words.empty() && isPtxWord(words.front(), {"bra", "bra.uni", "ret", "exit", "trap"});
    if (!ends) edges[blocks[i]].push_back(blocks[i + 1]);
  }
  return edges;
}

/// Tarjan's algorithm, without recursion: which nodes lie on a cycle.
std::vector<bool> onCycle(const Edges& edges) {
  constexpr size_t unseen = 0;
  std::vector<size_t> number(edges.size(), unseen), low(edges.size());
  std::vector<bool> isOpen(edges.size()), found(edges.size());
  std::vector<size_t> open;
  std::vector<std::pair<size_t, size_t>> ways;  // nodes on the way, each with its next edge
  size_t last = unseen;
  const auto enter = [&](size_t node) {
    number[node] = low[node] = ++last;
    isOpen[node] = true;
    open.push_back(node);
    ways.emplace_back(node, 0);
  };
  const auto close = [&](size_t node) {
    const auto first = std::find(open.begin(), open.end(), node);
    const bool isCycle = open.end() - first > 1 || std::ranges::find(edges[node], node) != edges[node].end();
    for (auto one = first; one != open.end(); ++one) {
      isOpen[*one] = false;
      found[*one] = isCycle;
    }
    open.erase(first, open.end());
  };
  for (size_t root = 0; root < edges.size(); ++root) {
    if (number[root] == unseen) enter(root);
    while (!ways.empty()) {
      const size_t node = ways.back().first;
      if (ways.back().second < edges[node].size()) {
        const size_t next = edges[node][ways.back().second++];
        if (number[next] == unseen) {
          enter(next);
        } else if (isOpen[next]) {
          low[node] = std::min(low[node], number[next]);
        }
        continue;
      }
      ways.pop_back();
      if (!ways.empty()) low[ways.back().first] = std::min(low[ways.back().first], low[node]);
      if (low[node] == number[node]) close(node);
    }
  }
  return found;
}

}  // namespace

std::vector<bool> ptxRepeats(const PtxLines& lines, const PtxFunction& function) {
  const std::vector<size_t> blocks = ptxBlocks(lines, function);
  const std::optional<Edges> edges = edgesOf(lines, function.begin, blocks);
  if (!edges) return std::vector<bool>(blocks.size(), true);
  const std::vector<bool> repeating = onCycle(*edges);
  std::vector<bool> repeats(blocks.size());
  for (size_t i = 0; i < blocks.size(); ++i) repeats[i] = repeating[blocks[i]];
  return repeats;
}

}  // namespace warpwright
