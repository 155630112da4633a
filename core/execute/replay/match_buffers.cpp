#include "core/execute/replay/match_buffers.h"

#include <algorithm>
#include <deque>
#include <set>

namespace warpwright {
namespace {

constexpr uint64_t chunkBytes = OutputRecordWriter::chunkBytes;

/// Which of `other` goes with each of `own`, buffers of one name in the order of their allocation: one after another,
/// and by size where one run has more of them.
std::vector<int64_t> matchSizes(const std::vector<uint64_t>& own, const std::vector<uint64_t>& other) {
  constexpr size_t mostSteps = size_t{1} << 22;
  std::vector<int64_t> matches(own.size(), -1);
  const size_t rows = own.size(), columns = other.size();
  if (rows == columns || (rows + 1) * (columns + 1) > mostSteps) {
    for (size_t i = 0; i < std::min(rows, columns); ++i) matches[i] = static_cast<int64_t>(i);
    return matches;
  }
  // The longest common subsequence of the sizes.
  std::vector<uint32_t> length((rows + 1) * (columns + 1));
  const auto at = [&](size_t i, size_t j) -> uint32_t& { return length[i * (columns + 1) + j]; };
  for (size_t i = rows; i-- > 0;) {
    for (size_t j = columns; j-- > 0;) {
      at(i, j) = own[i] == other[j] ? at(i + 1, j + 1) + 1 : std::max(at(i + 1, j), at(i, j + 1));
    }
  }
  for (size_t i = 0, j = 0; i < rows && j < columns;) {
    if (own[i] == other[j])
      matches[i++] = static_cast<int64_t>(j++);
    else if (at(i + 1, j) >= at(i, j + 1))
      ++i;
    else
      ++j;
  }
  return matches;
}

/// Matches those of `own` that have none yet: in their order, each with the smallest of those of `other` that are left
/// and hold as much, as far as enough are left for the rest; else with the next.
void matchRest(const std::vector<uint64_t>& own, const std::vector<uint64_t>& other, std::vector<int64_t>& matches) {
  const std::set<int64_t> used(matches.begin(), matches.end());
  std::vector<size_t> left;
  for (size_t i = 0; i < other.size(); ++i) {
    if (!used.contains(static_cast<int64_t>(i))) left.push_back(i);
  }
  auto rest = static_cast<size_t>(std::count(matches.begin(), matches.end(), -1));
  size_t next = 0;
  for (size_t i = 0; i < own.size() && next < left.size(); ++i) {
    if (matches[i] >= 0) continue;
    const size_t spare = left.size() - next > rest ? left.size() - next - rest : 0;
    size_t best = next;
    for (size_t at = next; at <= next + spare && at < left.size(); ++at) {
      const uint64_t size = other[left[at]], bestSize = other[left[best]];
      if (size >= own[i] && (bestSize < own[i] || size < bestSize)) best = at;
    }
    matches[i] = static_cast<int64_t>(left[best]);
    next = best + 1;
    --rest;
  }
}

/// Pairs what has no counterpart by its name: written buffers with one of the same size, in the order of allocation.
void matchAcrossNames(const OutputRecord& original, const OutputRecord& variant, const WrittenEnds& written,
                      std::vector<int64_t>& matches) {
  std::map<uint64_t, std::deque<uint32_t>> bySize;
  const std::set<int64_t> used(matches.begin(), matches.end());
  for (uint32_t i = 0; i < variant.buffers().size(); ++i) {
    if (!used.contains(i)) bySize[variant.buffers()[i].bytes].push_back(i);
  }
  for (uint32_t i = 0; i < matches.size(); ++i) {
    if (matches[i] >= 0) continue;
    const auto found = bySize.find(original.buffers()[i].bytes);
    if (found == bySize.end() || found->second.empty() || written.of(i) == 0) continue;
    matches[i] = found->second.front();
    found->second.pop_front();
  }
}

}  // namespace

WrittenEnds::WrittenEnds(const OutputRecord& record) : record_(record) {
  for (const RecordedStep& step : record.steps()) {
    for (const RecordedStep::Update& update : step.updates) {
      contents_[{update.buffer, update.chunk}].push_back(update.hash);
    }
  }
}

uint64_t WrittenEnds::of(uint32_t buffer) const {
  const bool isVariable = record_.buffers()[buffer].name.starts_with("__");
  uint64_t end = 0;
  for (auto at = contents_.lower_bound({buffer, 0}); at != contents_.end() && at->first.first == buffer; ++at) {
    const uint64_t inChunk = ofChunk(at->second, isVariable);
    if (inChunk != 0) end = std::max(end, at->first.second * chunkBytes + inChunk);
  }
  return std::min(end, record_.buffers()[buffer].bytes);
}

/// `isVariable`: what it holds first is what the program is loaded with.
uint64_t WrittenEnds::ofChunk(const std::vector<ContentHash>& contents, bool isVariable) const {
  const auto first = record_.content(contents.front());
  if (!first.ok()) return contents.size() > 1 || !isVariable ? chunkBytes : 0;
  const size_t freshAt = first->find_last_not_of('\xCD');
  uint64_t end = isVariable || freshAt == std::string::npos ? 0 : freshAt + 1;
  for (size_t i = 1; i < contents.size(); ++i) {
    const auto later = record_.content(contents[i]);
    if (!later.ok()) return chunkBytes;
    size_t at = std::min(first->size(), later->size());
    while (at > end && (*first)[at - 1] == (*later)[at - 1]) --at;
    end = std::max<uint64_t>(end, at);
  }
  return end;
}

/// Buffer of the variant for each buffer of the original.
std::vector<int64_t> matchBuffers(const OutputRecord& original, const OutputRecord& variant,
                                  const WrittenEnds& written) {
  struct OfName {
    std::vector<uint32_t> own, other;
  };
  std::map<std::string, OfName> names;
  for (uint32_t i = 0; i < original.buffers().size(); ++i) names[original.buffers()[i].name].own.push_back(i);
  for (uint32_t i = 0; i < variant.buffers().size(); ++i) names[variant.buffers()[i].name].other.push_back(i);
  const auto sizes = [](const OutputRecord& record, const std::vector<uint32_t>& buffers) {
    std::vector<uint64_t> all;
    for (const uint32_t buffer : buffers) all.push_back(record.buffers()[buffer].bytes);
    return all;
  };
  std::vector<int64_t> matches(original.buffers().size(), -1);
  for (const auto& [name, of] : names) {
    std::vector<int64_t> found = matchSizes(sizes(original, of.own), sizes(variant, of.other));
    matchRest(sizes(original, of.own), sizes(variant, of.other), found);
    for (size_t i = 0; i < found.size(); ++i) {
      if (found[i] >= 0) matches[of.own[i]] = of.other[static_cast<size_t>(found[i])];
    }
  }
  matchAcrossNames(original, variant, written, matches);
  return matches;
}

}  // namespace warpwright
