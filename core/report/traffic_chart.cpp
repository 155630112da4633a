#include "core/report/traffic_chart.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <nlohmann/json.hpp>
#include <numbers>

#include "core/base/json_text.h"
#include "core/base/number_text.h"
#include "core/report/graph_layout.h"
#include "core/report/html_text.h"

namespace warpwright {
namespace {

const std::vector<bool>& choiceOf(const TrafficSolution& solution) {
  return solution.exact ? solution.exact->cached : solution.heuristic.cached;
}

std::string amount(double value) {
  const double size = std::abs(value);
  if (size >= 1e9) return significantText(size / 1e9, 3) + " G";
  if (size >= 1e6) return significantText(size / 1e6, 3) + " M";
  if (size >= 1e4) return significantText(size / 1e3, 3) + " k";
  return size == std::floor(size) ? countText(static_cast<uint64_t>(size)) : significantText(size, 3);
}

std::string signedAmount(double value) {
  return (value < 0 ? "−" : "") + amount(value);
}

size_t letters(const std::string& text) {
  return static_cast<size_t>(
      std::count_if(text.begin(), text.end(), [](unsigned char c) { return (c & 0xc0) != 0x80; }));
}

TrafficRow rowOf(const TrafficSolution& solution, std::string name, std::string note, const std::vector<bool>& choice,
                 std::string time) {
  const auto cached = static_cast<uint64_t>(std::count(choice.begin(), choice.end(), true));
  return {std::move(name),
          std::move(note),
          countText(cached) + " of " + countText(choice.size()),
          signedAmount(trafficReduction(solution.graph, choice)),
          std::move(time),
          choice};
}

std::string timeText(double seconds) {
  return seconds < 1e-3 ? "< 1 ms" : durationText(seconds);
}

/// Pushes boxes apart until none overlap, along the shorter way.
void separate(std::vector<TrafficPicture::Box>& boxes, double gapX, double gapY) {
  for (int round = 0; round < 400; ++round) {
    bool moved = false;
    for (size_t a = 0; a < boxes.size(); ++a) {
      for (size_t b = a + 1; b < boxes.size(); ++b) {
        const double dx = boxes[b].x - boxes[a].x, dy = boxes[b].y - boxes[a].y;
        const double overX = (boxes[a].width + boxes[b].width) / 2 + gapX - std::abs(dx);
        const double overY = (boxes[a].height + boxes[b].height) / 2 + gapY - std::abs(dy);
        if (overX <= 0.01 || overY <= 0.01) continue;
        moved = true;
        if (overX < overY) {
          const double step = (dx < 0 ? -overX : overX) / 2;
          boxes[a].x -= step, boxes[b].x += step;
        } else {
          const double step = (dy < 0 ? -overY : overY) / 2;
          boxes[a].y -= step, boxes[b].y += step;
        }
      }
    }
    if (!moved) return;
  }
}

/// The loads that edges bring together, the most first; of as many in their order.
std::vector<std::vector<uint32_t>> partsOf(size_t loads, const std::vector<LayoutEdge>& edges) {
  std::vector<uint32_t> root(loads);
  for (uint32_t load = 0; load < loads; ++load) root[load] = load;
  const auto find = [&](uint32_t load) {
    while (root[load] != load) load = root[load] = root[root[load]];
    return load;
  };
  for (const LayoutEdge& edge : edges) root[find(edge.a)] = find(edge.b);
  std::map<uint32_t, std::vector<uint32_t>> byRoot;
  for (uint32_t load = 0; load < loads; ++load) byRoot[find(load)].push_back(load);
  std::vector<std::vector<uint32_t>> parts;
  for (auto& [at, part] : byRoot) parts.push_back(std::move(part));
  std::stable_sort(parts.begin(), parts.end(), [](const auto& a, const auto& b) {
    return a.size() != b.size() ? a.size() > b.size() : a.front() < b.front();
  });
  return parts;
}

/// Places the boxes of a part around no point in particular, the bypassed ones below the cached ones.
void layOutPart(std::vector<TrafficPicture::Box>& boxes, const std::vector<uint32_t>& part,
                const std::vector<LayoutEdge>& edges, const std::vector<bool>& choice) {
  std::map<uint32_t, uint32_t> place;
  for (const uint32_t load : part) place.emplace(load, static_cast<uint32_t>(place.size()));
  std::vector<LayoutEdge> inside;
  for (const LayoutEdge& edge : edges) {
    if (place.contains(edge.a)) inside.push_back({place.at(edge.a), place.at(edge.b), edge.length});
  }
  const std::vector<LayoutPoint> points = placeSmallGraph(static_cast<uint32_t>(part.size()), inside);
  LayoutPoint cached, bypassed;
  size_t above = 0;
  for (size_t i = 0; i < part.size(); ++i) {
    LayoutPoint& of = choice[part[i]] ? cached : bypassed;
    of.x += points[i].x, of.y += points[i].y;
    above += choice[part[i]];
  }
  double angle = 0;
  if (above != 0 && above != part.size()) {
    const double below = static_cast<double>(part.size() - above), up = static_cast<double>(above);
    angle = std::numbers::pi / 2 - std::atan2(bypassed.y / below - cached.y / up, bypassed.x / below - cached.x / up);
  }
  std::vector<TrafficPicture::Box> placed;
  for (size_t i = 0; i < part.size(); ++i) {
    TrafficPicture::Box box = boxes[part[i]];
    box.x = std::cos(angle) * points[i].x - std::sin(angle) * points[i].y;
    box.y = 0.72 * (std::sin(angle) * points[i].x + std::cos(angle) * points[i].y);
    placed.push_back(box);
  }
  separate(placed, 66, 40);
  for (size_t i = 0; i < part.size(); ++i) boxes[part[i]] = placed[i];
}

/// Parts of a picture in rows, from left to right and downwards.
class Shelves {
 public:
  /// Docks are wide: rows are as long as makes the whole about twice as wide as high.
  explicit Shelves(std::vector<TrafficPicture::Box>& boxes) : boxes_(boxes) {
    double area = 0;
    for (const TrafficPicture::Box& box : boxes) area += (box.width + 66) * (box.height + 40);
    longest_ = std::max(2 * std::sqrt(area), 480.0);
  }
  /// Moves the boxes of a part to the next free place.
  void add(const std::vector<uint32_t>& part, double gap) {
    double left = 1e300, top = 1e300, right = -1e300, bottom = -1e300;
    for (const uint32_t load : part) {
      const TrafficPicture::Box& box = boxes_[load];
      left = std::min(left, box.x - box.width / 2), right = std::max(right, box.x + box.width / 2);
      top = std::min(top, box.y - box.height / 2), bottom = std::max(bottom, box.y + box.height / 2);
    }
    if (x_ > margin && x_ + right - left > longest_) end();
    for (const uint32_t load : part) boxes_[load].x += x_ - left, boxes_[load].y += y_ - top;
    width_ = std::max(width_, x_ + right - left);
    bottom_ = std::max(bottom_, y_ + bottom - top);
    x_ += right - left + gap;
  }
  /// What comes next stands below.
  void end() {
    if (x_ == margin) return;
    x_ = margin;
    y_ = bottom_ + 24;
  }
  double width() const { return width_ + margin; }
  double height() const { return bottom_ + margin; }

 private:
  static constexpr double margin = 16;
  std::vector<TrafficPicture::Box>& boxes_;
  double longest_ = 0, x_ = margin, y_ = margin, width_ = margin, bottom_ = margin;
};

}  // namespace

std::vector<TrafficRow> trafficRows(const TrafficSolution& solution) {
  const size_t loads = solution.graph.loads.size();
  std::vector<TrafficRow> rows;
  if (solution.exact) {
    const CachePolicy& exact = *solution.exact;
    rows.push_back(rowOf(solution, "Exact", exact.method + (exact.provedBest ? "" : ", not proved best"), exact.cached,
                         timeText(exact.seconds)));
  } else {
    rows.push_back({"Exact", "not solved", missingValue, missingValue, missingValue, {}});
  }
  rows.push_back(
      rowOf(solution, "Heuristic", "Algorithm 1", solution.heuristic.cached, timeText(solution.heuristic.seconds)));
  rows.push_back(rowOf(solution, "Cache all", "the original", std::vector<bool>(loads, true), missingValue));
  rows.push_back(rowOf(solution, "Bypass all", "", std::vector<bool>(loads, false), missingValue));
  return rows;
}

namespace {

/// The traffic that the choice saves, and that caching all loads does.
std::pair<double, double> reductionsOf(const TrafficSolution& solution) {
  const std::vector<bool>& choice = choiceOf(solution);
  return {trafficReduction(solution.graph, choice),
          trafficReduction(solution.graph, std::vector<bool>(choice.size(), true))};
}

uint64_t bypassedBy(const TrafficSolution& solution) {
  const std::vector<bool>& choice = choiceOf(solution);
  return static_cast<uint64_t>(std::count(choice.begin(), choice.end(), false));
}

}  // namespace

bool isNothingToDo(const TrafficSolution& solution) {
  const auto [best, all] = reductionsOf(solution);
  return bypassedBy(solution) == 0 || best - all <= 1e-9 * std::max(1.0, std::abs(all));
}

std::string trafficWords(const TrafficSolution& solution) {
  const auto [best, all] = reductionsOf(solution);
  const uint64_t bypassed = bypassedBy(solution);
  if (bypassed == 0) return "Nothing to do: every load gains from the cache.";
  if (isNothingToDo(solution)) return "Nothing to do: no choice saves more traffic than caching all loads.";
  std::string text =
      "Bypass " + countText(bypassed, "load", "loads") + ": saves " + amount(best - all) + " more than caching all";
  if (solution.exact && solution.exact->provedBest && best > 0) {
    const double share = solution.heuristic.reduction / best * 100;
    text += share >= 99.95 ? "; the heuristic finds the same"
                           : "; the heuristic reaches " + significantText(share, 3) + " % of it";
  }
  return text + ".";
}

std::string keptGraph(const std::string& name, const TrafficGraph& graph) {
  nlohmann::json kept = toJson(graph);
  kept["name"] = jsonText(name);
  return kept.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string choiceWords(const PolicyChoice& choice) {
  if (!choice.nothingToDo.empty()) return "nothing to do, because " + choice.nothingToDo + ".";
  const PolicyTraffic &best = choice.best().traffic, &written = choice.tried[0].traffic;
  char text[256];
  std::snprintf(text, sizeof text,
                "loads read %.1f %% less from L2 (%.1f kB, %.1f kB as the source is; %.1f … %.1f kB over the orders of "
                "warps).",
                100 * choice.saved(), best.mean / 1e3, written.mean / 1e3, best.low / 1e3, best.high / 1e3);
  return text;
}

std::string weightText(double weight) {
  return (weight < 0 ? "−" : "+") + amount(weight);
}

TrafficPicture layOutTraffic(const TrafficSolution& solution, double characterWidth, double lineHeight) {
  const TrafficGraph& graph = solution.graph;
  TrafficPicture picture;
  const size_t loads = graph.loads.size();
  double widest = 0;
  for (const TrafficGraph::Load& load : graph.loads) {
    // The name above, weight and line below, and the two letters of the solvers at the right.
    const double characters = static_cast<double>(std::max<size_t>(letters(load.id), 12));
    picture.boxes.push_back({0, 0, characters * characterWidth + 44, 2 * lineHeight + 10});
    widest = std::max(widest, picture.boxes.back().width);
  }
  double largest = 0;
  for (const TrafficGraph::Pair& pair : graph.pairs) largest = std::max(largest, std::abs(pair.weight));
  const double unit = widest + 30;
  std::vector<LayoutEdge> edges;
  for (const TrafficGraph::Pair& pair : graph.pairs) {
    if (pair.weight == 0) continue;
    const double strength = largest > 0 ? std::abs(pair.weight) / largest : 0;
    edges.push_back({pair.a, pair.b,
                     static_cast<float>(unit * (pair.weight > 0 ? 1.15 - 0.25 * strength : 1.35 + 0.35 * strength))});
  }
  // What hangs together has a place of its own; loads that share nothing stand in rows below.
  Shelves shelves(picture.boxes);
  std::vector<uint32_t> alone;
  for (const std::vector<uint32_t>& part : partsOf(loads, edges)) {
    if (part.size() == 1) {
      alone.push_back(part.front());
    } else {
      layOutPart(picture.boxes, part, edges, choiceOf(solution));
      shelves.add(part, 40);
    }
  }
  shelves.end();
  for (const uint32_t load : alone) shelves.add({load}, 18);
  picture.width = shelves.width();
  picture.height = shelves.height();
  return picture;
}

std::string trafficSvg(const TrafficSolution& solution, const TrafficPicture& picture, const SvgInk& ink) {
  const TrafficGraph& graph = solution.graph;
  std::string lines, labels, boxes;
  double largest = 0;
  for (const TrafficGraph::Pair& pair : graph.pairs) largest = std::max(largest, std::abs(pair.weight));
  for (const TrafficGraph::Pair& pair : graph.pairs) {
    if (pair.weight == 0) continue;
    const auto& a = picture.boxes[pair.a];
    const auto& b = picture.boxes[pair.b];
    const std::string tone = ink(pair.weight > 0 ? "ok" : "third");
    lines += "<path d=\"M" + svgNumber(a.x) + " " + svgNumber(a.y) + "L" + svgNumber(b.x) + " " + svgNumber(b.y) +
             "\" stroke=\"" + tone + "\" stroke-width=\"" +
             svgNumber(1 + 2.5 * std::abs(pair.weight) / std::max(largest, 1e-300)) + "\"" +
             (pair.weight > 0 ? "" : " stroke-dasharray=\"5 3\"") + "/>";
    const double x = (a.x + b.x) / 2, y = (a.y + b.y) / 2;
    labels += "<text x=\"" + svgNumber(x) + "\" y=\"" + svgNumber(y + 4) + "\" text-anchor=\"middle\" stroke=\"" +
              ink("surface") + "\" stroke-width=\"8\" stroke-linejoin=\"round\" paint-order=\"stroke\" fill=\"" + tone +
              "\">" + weightText(pair.weight) + "</text>";
  }
  for (size_t i = 0; i < graph.loads.size(); ++i) {
    const auto& box = picture.boxes[i];
    const bool cached = choiceOf(solution)[i];
    const double x = box.x - box.width / 2, y = box.y - box.height / 2;
    boxes += "<rect x=\"" + svgNumber(x) + "\" y=\"" + svgNumber(y) + "\" width=\"" + svgNumber(box.width) +
             "\" height=\"" + svgNumber(box.height) + "\" rx=\"4\" fill=\"" + ink(cached ? "tint-ok" : "surface") +
             "\" stroke=\"" + ink(cached ? "ok" : "refused") + "\" stroke-width=\"1.5\"" +
             (cached ? "" : " stroke-dasharray=\"5 3\"") + "/><text x=\"" + svgNumber(x + 9) + "\" y=\"" +
             svgNumber(box.y - 3) + "\" font-family=\"Hack, DejaVu Sans Mono, monospace\" fill=\"" + ink("text") +
             "\">" + escapeHtml(graph.loads[i].id) + "</text><text x=\"" + svgNumber(x + 9) + "\" y=\"" +
             svgNumber(box.y + 14) + "\" font-size=\"11\" fill=\"" + ink("muted") + "\">" +
             weightText(graph.loads[i].weight) +
             (graph.loads[i].at.line == 0 ? "" : " · line " + std::to_string(graph.loads[i].at.line)) + "</text>";
    const auto letter = [&](const char* name, bool on, double at) {
      boxes += "<rect x=\"" + svgNumber(x + box.width - 21) + "\" y=\"" + svgNumber(at) +
               "\" width=\"14\" height=\"14\" rx=\"3\" fill=\"" + ink(on ? "ok" : "surface") + "\" stroke=\"" +
               ink(on ? "ok" : "refused") + "\"/><text x=\"" + svgNumber(x + box.width - 14) + "\" y=\"" +
               svgNumber(at + 11) + "\" text-anchor=\"middle\" font-size=\"10\" font-weight=\"600\" fill=\"" +
               ink(on ? "surface" : "refused") + "\">" + name + "</text>";
    };
    if (solution.exact) letter("E", solution.exact->cached[i], box.y - 15);
    letter("H", solution.heuristic.cached[i], box.y + 2);
  }
  return "<g fill=\"none\">" + lines + "</g>" + labels + boxes + "\n";
}

}  // namespace warpwright
