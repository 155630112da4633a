#include "core/report/reuse_chart.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "core/base/number_text.h"

namespace warpwright {
namespace {

/// Light, dark, high contrast; each at least 3:1 on `surface`.
constexpr std::array<std::array<uint32_t, 3>, blockHues> hues{{
    {0x3A78C0, 0x6EA8E8, 0x66C2FF},
    {0xB86A12, 0xE09A4E, 0xFFB066},
    {0x17886A, 0x4CC09A, 0x5CFFB0},
    {0x8A55B5, 0xB98AE0, 0xE0B3FF},
    {0xC0406C, 0xE87FA6, 0xFF9AC0},
    {0x7E7420, 0xC0B450, 0xFFE14D},
    {0x2A8598, 0x55B8CC, 0x80F0FF},
    {0x6B7A3A, 0x9DB268, 0xC8F080},
}};

/// Points of the picture that the tasks of a block touch, and so which blocks meet.
void findMeetings(const ReusePicture& picture, ReuseOrder& order, std::map<uint32_t, std::set<uint32_t>>& meetings) {
  std::vector<std::vector<uint32_t>> blocksOf(picture.points.size());
  for (size_t e = 0; e < picture.edges.size(); ++e) {
    for (const uint32_t point : {picture.edges[e].a, picture.edges[e].b}) {
      auto& blocks = blocksOf[point];
      if (std::find(blocks.begin(), blocks.end(), order.blockOfEdge[e]) == blocks.end())
        blocks.push_back(order.blockOfEdge[e]);
    }
  }
  order.sharedPoint.assign(picture.points.size(), false);
  for (size_t point = 0; point < blocksOf.size(); ++point) {
    const auto& blocks = blocksOf[point];
    order.sharedPoint[point] = blocks.size() > 1;
    // A hub meets everyone: hues cannot tell that many apart anyway.
    for (size_t i = 0; i < std::min<size_t>(blocks.size(), 16); ++i) {
      for (size_t j = 0; j < i; ++j) meetings[blocks[i]].insert(blocks[j]), meetings[blocks[j]].insert(blocks[i]);
    }
  }
}

void chooseHues(const std::map<uint32_t, std::set<uint32_t>>& meetings, ReuseOrder& order) {
  order.hueOfBlock.resize(order.blocks);
  for (uint32_t block = 0; block < order.blocks; ++block) {
    std::array<int, blockHues> used{};
    if (const auto of = meetings.find(block); of != meetings.end()) {
      for (const uint32_t other : of->second) {
        if (other < block) ++used[order.hueOfBlock[other]];
      }
    }
    uint8_t hue = static_cast<uint8_t>(block % blockHues);
    for (uint8_t step = 0; step < blockHues; ++step) {
      const auto tried = static_cast<uint8_t>((block + step) % blockHues);
      if (used[tried] < used[hue]) hue = tried;
    }
    order.hueOfBlock[block] = hue;
  }
}

/// A block's number stands at its line nearest to the middle of all its lines.
void placeLabels(const ReusePicture& picture, ReuseOrder& order) {
  struct Sum {
    double x = 0, y = 0, count = 0;
  };
  std::map<uint32_t, Sum> sums;
  const auto middle = [&](const ReusePicture::Edge& edge) {
    const LayoutPoint &a = picture.points[edge.a], &b = picture.points[edge.b];
    return LayoutPoint{(a.x + b.x) / 2, (a.y + b.y) / 2};
  };
  for (size_t e = 0; e < picture.edges.size(); ++e) {
    Sum& sum = sums[order.blockOfEdge[e]];
    const LayoutPoint at = middle(picture.edges[e]);
    sum.x += at.x, sum.y += at.y, ++sum.count;
  }
  std::map<uint32_t, std::pair<double, LayoutPoint>> nearest;
  for (size_t e = 0; e < picture.edges.size(); ++e) {
    const uint32_t block = order.blockOfEdge[e];
    const Sum& sum = sums[block];
    const LayoutPoint at = middle(picture.edges[e]);
    const double distance = std::hypot(at.x - sum.x / sum.count, at.y - sum.y / sum.count);
    const auto [found, isNew] = nearest.try_emplace(block, distance, at);
    if (!isNew && distance < found->second.first) found->second = {distance, at};
  }
  for (const auto& [block, at] : nearest) order.labels.push_back({block, at.second});
}

}  // namespace

uint32_t blockColor(uint8_t hue, Theme theme) {
  return hues[hue % blockHues][static_cast<size_t>(theme)];
}

Result<ReusePicture> drawTasks(const TaskGraph& graph, uint32_t limit, std::stop_token stop) {
  ReusePicture picture;
  picture.tasks = graph.taskCount();
  picture.data = graph.dataCount();
  const Incidence incidence = incidenceOf(graph);
  if (stop.stop_requested()) return cancelledError();
  constexpr uint32_t none = UINT32_MAX;
  std::vector<uint32_t> pointOf(graph.dataCount(), none);
  std::vector<bool> taken(graph.taskCount(), false);
  std::vector<uint32_t> queue;
  const auto point = [&](uint32_t object) {
    if (pointOf[object] == none) {
      pointOf[object] = static_cast<uint32_t>(queue.size());
      queue.push_back(object);
    }
    return pointOf[object];
  };
  uint64_t shown = 0;
  size_t head = 0;
  const auto take = [&](uint64_t task) {
    taken[task] = true;
    ++shown;
    uint32_t before = none;
    for (const uint32_t object : graph.dataOf(task)) {
      const uint32_t now = point(object);
      if (before != none && before != now) picture.edges.push_back({before, now, task});
      before = now;
    }
  };
  // From the middle, for a piece that has its neighbours on all sides; parts that hang apart follow.
  uint64_t next = graph.taskCount() / 2, tried = 0;
  while (picture.edges.size() < limit && tried < graph.taskCount()) {
    if (head == queue.size()) {
      if (!taken[next]) take(next);
      next = (next + 1) % graph.taskCount();
      ++tried;
      continue;
    }
    const uint32_t object = queue[head++];
    for (uint64_t i = incidence.start[object]; i < incidence.start[object + 1] && picture.edges.size() < limit; ++i) {
      if (!taken[incidence.tasks[i]]) take(incidence.tasks[i]);
    }
    if ((head & 0xfff) == 0 && stop.stop_requested()) return cancelledError();
  }
  std::vector<LayoutEdge> lines;
  lines.reserve(picture.edges.size());
  for (const ReusePicture::Edge& edge : picture.edges) lines.push_back({edge.a, edge.b, 1});
  auto points = placeLargeGraph(static_cast<uint32_t>(queue.size()), lines, stop);
  if (!points.ok()) return points.error();
  picture.points = std::move(*points);
  if (shown >= picture.tasks) {
    picture.share = "all " + countText(picture.tasks, "task", "tasks");
  } else {
    picture.share = significantText(100.0 * static_cast<double>(shown) / static_cast<double>(picture.tasks), 2) +
                    " % of the tasks, a connected piece: " + countText(shown) + " of " + countText(picture.tasks);
  }
  return picture;
}

ReuseOrder colourOrder(const TaskGraph& graph, const Partition& partition, const ReusePicture& picture,
                       std::string name, double seconds) {
  ReuseOrder order;
  order.name = std::move(name);
  order.note = partition.note;
  order.quality = measure(graph, partition);
  order.blocks = partition.blocks;
  order.seconds = seconds;
  order.blockOfEdge.reserve(picture.edges.size());
  for (const ReusePicture::Edge& edge : picture.edges) order.blockOfEdge.push_back(partition.blockOfTask[edge.task]);
  std::map<uint32_t, std::set<uint32_t>> meetings;
  findMeetings(picture, order, meetings);
  chooseHues(meetings, order);
  placeLabels(picture, order);
  return order;
}

ReuseRow reuseRow(const ReuseOrder& order) {
  std::string redundant = svgNumber(std::round(order.quality.redundantLoads * 1000) / 10);
  if (redundant.find('.') == std::string::npos) redundant += ".0";
  return {
      order.name,
      order.note,
      countText(order.quality.cost),
      redundant + " %",
      countText(order.quality.maxTasks),
      order.seconds > 0 ? (order.seconds < 1e-3 ? std::string("< 1 ms") : durationText(order.seconds)) : missingValue};
}

BreakEven breakEven(const ReuseOrder& before, const ReuseOrder& after, const Device& device) {
  BreakEven answer;
  if (after.quality.cost >= before.quality.cost) {
    answer.words = "Not worth it: " +
                   (after.note.empty() ? std::string("this order loads as much as the default one") : after.note) + ".";
    return answer;
  }
  const double saved = static_cast<double>(before.quality.cost - after.quality.cost);
  const double seconds =
      device.dramGBs > 0 ? saved * static_cast<double>(device.sectorBytes) / (device.dramGBs * 1e9) : 0;
  if (seconds <= 0) {
    answer.words = countText(before.quality.cost - after.quality.cost) +
                   " fewer loads a launch; no rate is known for " + device.name + ".";
    return answer;
  }
  answer.pays = true;
  answer.launches = std::max(1.0, std::ceil(after.seconds / seconds));
  const double shown = answer.launches < 100
                           ? answer.launches
                           : std::round(answer.launches / std::pow(10, std::floor(std::log10(answer.launches)) - 1)) *
                                 std::pow(10, std::floor(std::log10(answer.launches)) - 1);
  answer.words = "Pays off after about " + countText(static_cast<uint64_t>(shown), "launch", "launches") +
                 " (estimate: " + durationText(after.seconds) + " ÷ " + durationText(seconds) + " saved a launch, " +
                 countText(before.quality.cost - after.quality.cost) + " fewer loads of " +
                 countText(device.sectorBytes) + " B at the DRAM rate of " + device.name +
                 "). Measure to replace the estimate.";
  return answer;
}

}  // namespace warpwright
