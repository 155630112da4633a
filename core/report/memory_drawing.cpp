#include "core/report/memory_drawing.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>

#include "core/base/number_text.h"
#include "core/report/html_text.h"
#include "core/report/memory_chart.h"

namespace warpwright {
namespace {

using namespace memsim;

struct Span {
  double low = 0, high = 0;
  double middle() const { return (low + high) / 2; }
};

/// Bytes from one level to another; atomics count as writes.
Span between(const std::vector<MemoryLink>& links, const char* from, const char* to) {
  Span sum;
  for (const MemoryLink& link : links) {
    if (link.from == from && link.to == to) sum.low += link.low, sum.high += link.high;
  }
  return sum;
}

std::string rangeText(const Span& span, const std::function<std::string(double)>& text) {
  const std::string low = text(span.low), high = text(span.high);
  return low == high ? low : low + "–" + high;
}

std::string percentText(double value) {
  return std::to_string(std::lround(value)) + " %";
}

Span hitRate(const LaunchMetrics& metrics) {
  const auto lookups = static_cast<double>(metrics.traffic.l1Lookups.high);
  if (lookups == 0) return {};
  return {100 * static_cast<double>(metrics.traffic.l1Hits.low) / lookups,
          100 * static_cast<double>(metrics.traffic.l1Hits.high) / lookups};
}

uint64_t conflictsOf(const LaunchMetrics& metrics) {
  uint64_t conflicts = 0;
  for (const AccessTotal& total : metrics.totals) {
    if (total.space == warpwright::memsim::MemorySpace::shared) {
      conflicts += total.counts.wavefronts - total.counts.conflictFreeWavefronts;
    }
  }
  return conflicts;
}

bool usesShared(const LaunchMetrics& metrics) {
  return std::any_of(metrics.totals.begin(), metrics.totals.end(),
                     [](const AccessTotal& total) { return total.space == warpwright::memsim::MemorySpace::shared; });
}

std::string change(double before, double after) {
  if (before == after) return "±0 %";
  if (before == 0) return "new";
  const double percent = (after / before - 1) * 100;
  if (std::abs(percent) < 0.5) return "±0 %";
  return (percent < 0 ? "−" : "+") + std::to_string(std::lround(std::abs(percent))) + " %";
}

// Drawing ----------------------------------------------------------------------------------------------------------

constexpr double sideHeight = 236, boxTop = 30, thickest = 30, thinnest = 2;

class Drawing {
 public:
  Drawing(double width, double scale, const SvgInk& ink) : width_(width), scale_(scale), ink_(ink) {}

  void side(const std::string& kernel, const std::string& name, const LaunchMetrics& metrics, bool isVariant,
            double top) {
    const std::vector<MemoryLink> links = memoryChart(metrics);
    const double box = 0.155 * width_, gap = (width_ - 4 * box) / 3;
    const double l1 = box + gap, l2 = 2 * (box + gap), dram = 3 * (box + gap);
    const double y = top + boxTop, height = 82, below = y + height + 20, all = below + height - y;
    mark(isVariant, 8, top + 12);
    text(22, top + 16, escapeHtml(name), "text", "start", true);
    text(width_, top + 16, metrics.isExact() ? "counted" : "estimated from a part of the blocks", "muted", "end");
    node(0, y, box, all, "Kernel", {escapeHtml(kernel)});
    const bool looked = metrics.traffic.l1Lookups.high != 0;
    node(l1, y, box, height, "L1",
         {looked ? "hit " + rangeText(hitRate(metrics), percentText) : "not looked into", memoryText(metrics.l1Bytes)});
    node(l2, y, box, height, "L2", {});
    node(dram, y, box, height, "DRAM", {});
    node(l1, below, box, height, "Shared",
         usesShared(metrics) ? std::vector<std::string>{countText(conflictsOf(metrics)), "bank conflicts"}
                             : std::vector<std::string>{"not used"});
    pair(box, l1, y, between(links, "L1", "Kernel"), between(links, "Kernel", "L1"), "load ", "store ");
    pair(box, l1, below, between(links, "Shared", "Kernel"), between(links, "Kernel", "Shared"), "load ", "store ");
    pair(l1 + box, l2, y, between(links, "L2", "L1"), between(links, "L1", "L2"), "", "");
    pair(l2 + box, dram, y, between(links, "DRAM", "L2"), between(links, "L2", "DRAM"), "", "");
  }

  const std::string& svg() const { return svg_; }

 private:
  void text(double x, double y, const std::string& what, const char* tone, const char* anchor, bool bold = false) {
    svg_ += "<text x=\"" + svgNumber(x) + "\" y=\"" + svgNumber(y) + "\" text-anchor=\"" + anchor + "\" fill=\"" +
            ink_(tone) + "\"" + (bold ? " font-weight=\"600\"" : "") + ">" + what + "</text>";
  }

  /// The original is a hollow square, the variant a filled circle.
  void mark(bool isVariant, double x, double y) {
    svg_ +=
        isVariant
            ? "<circle cx=\"" + svgNumber(x) + "\" cy=\"" + svgNumber(y) + "\" r=\"5\" fill=\"" + ink_("var") + "\"/>"
            : "<rect x=\"" + svgNumber(x - 4.5) + "\" y=\"" + svgNumber(y - 4.5) +
                  "\" width=\"9\" height=\"9\" fill=\"none\" stroke=\"" + ink_("base") + "\" stroke-width=\"2\"/>";
  }

  void node(double x, double y, double width, double height, const char* name, const std::vector<std::string>& facts) {
    svg_ += "<rect x=\"" + svgNumber(x + 0.5) + "\" y=\"" + svgNumber(y) + "\" width=\"" + svgNumber(width - 1) +
            "\" height=\"" + svgNumber(height) + "\" rx=\"4\" fill=\"" + ink_("raised") + "\" stroke=\"" +
            ink_("control") + "\"/>";
    double line = y + height / 2 + 4 - 8 * static_cast<double>(facts.size());
    text(x + width / 2, line, name, "text", "middle", true);
    for (const std::string& fact : facts) text(x + width / 2, line += 16, fact, "muted", "middle");
  }

  void pair(double from, double to, double y, const Span& read, const Span& write, const char* readWord,
            const char* writeWord) {
    arrow(to - 2, from + 2, y + 26, read, "var", readWord);
    arrow(from + 2, to - 2, y + 66, write, "third", writeWord);
  }

  void arrow(double from, double to, double y, const Span& bytes, const char* tone, const std::string& word) {
    if (bytes.high <= 0) return;
    const double half = std::max(thinnest, bytes.middle() / scale_ * thickest) / 2, head = half + 3;
    const double sign = to > from ? 1 : -1, neck = to - sign * std::min(10.0, std::abs(to - from) / 3);
    const auto point = [](double x, double py) { return svgNumber(x) + " " + svgNumber(py) + " "; };
    svg_ +=
        "<path d=\"M" + point(from, y - half) + "L" + point(neck, y - half) + "L" + point(neck, y - head) + "L" +
        point(to, y) + "L" + point(neck, y + head) + "L" + point(neck, y + half) + "L" + point(from, y + half) +
        "Z\" fill=\"" + ink_(tone) + "\"" +
        (bytes.low == bytes.high ? ""
                                 : " fill-opacity=\"0.55\" stroke=\"" + ink_(tone) + "\" stroke-dasharray=\"4 3\"") +
        "/>";
    text((from + to) / 2, y - head - 3, word + rangeText(bytes, trafficText), "text", "middle");
  }

  double width_, scale_;
  const SvgInk& ink_;
  std::string svg_;
};

double mostBytes(const LaunchMetrics& metrics) {
  const std::vector<MemoryLink> links = memoryChart(metrics);
  double most = 1;
  for (const auto& [a, b] :
       {std::pair("Kernel", "L1"), std::pair("Kernel", "Shared"), std::pair("L1", "L2"), std::pair("L2", "DRAM")}) {
    most = std::max({most, between(links, a, b).middle(), between(links, b, a).middle()});
  }
  return most;
}

}  // namespace

std::vector<MemoryRow> memoryRows(const LaunchMetrics& original, const LaunchMetrics* variant) {
  const std::vector<MemoryLink> before = memoryChart(original);
  const std::vector<MemoryLink> after = variant ? memoryChart(*variant) : std::vector<MemoryLink>();
  std::vector<MemoryRow> rows;
  const auto add = [&](const std::string& name, const Span& a, const Span& b,
                       const std::function<std::string(double)>& text) {
    if (a.high == 0 && b.high == 0) return;
    rows.push_back(
        {name, rangeText(a, text), variant ? rangeText(b, text) : "", variant ? change(a.middle(), b.middle()) : ""});
  };
  const auto traffic = [&](const std::string& name, const char* from, const char* to) {
    add(name, between(before, from, to), between(after, from, to), trafficText);
  };
  traffic("Shared memory, read", "Shared", "Kernel");
  traffic("Shared memory, written", "Kernel", "Shared");
  const auto conflicts = [](const LaunchMetrics& m) {
    return Span{static_cast<double>(conflictsOf(m)), static_cast<double>(conflictsOf(m))};
  };
  add("Bank conflicts", conflicts(original), variant ? conflicts(*variant) : Span{},
      [](double value) { return countText(static_cast<uint64_t>(value)); });
  traffic("Global, local and texture, read", "L1", "Kernel");
  traffic("Global and local, written", "Kernel", "L1");
  add("L1 hits", hitRate(original), variant ? hitRate(*variant) : Span{}, percentText);
  traffic("L2, read", "L2", "L1");
  traffic("L2, written", "L1", "L2");
  traffic("DRAM, read", "DRAM", "L2");
  traffic("DRAM, written", "L2", "DRAM");
  return rows;
}

double memorySvgHeight(bool hasVariant) {
  return hasVariant ? 2 * sideHeight + 12 : sideHeight;
}

std::string memorySvg(const std::string& kernel, const LaunchMetrics& original, const LaunchMetrics* variant,
                      const std::string& variantName, double width, const SvgInk& ink) {
  const double scale = std::max(mostBytes(original), variant ? mostBytes(*variant) : 1.0);
  Drawing drawing(width, scale, ink);
  drawing.side(kernel, "Original", original, false, 0);
  if (variant)
    drawing.side(kernel, variantName.empty() ? "Variant" : "Variant: " + variantName, *variant, true, sideHeight + 12);
  return drawing.svg();
}

std::string memoryConditions(const LaunchMetrics& metrics) {
  std::string text;
  for (const std::string& condition : metrics.conditions) text += (text.empty() ? "" : " ") + condition;
  return text + " Shared bytes: passes × 128 B; the others: sectors × 32 B. Modelled on the CPU, not measured.";
}

std::vector<PlaceRow> placeRows(const LaunchMetrics& metrics) {
  double most = 0;
  const auto bytesOf = [](const PlaceMetrics& place) {
    return static_cast<double>(place.counts.sectors) * 32 + static_cast<double>(place.counts.wavefronts) * 128;
  };
  for (const PlaceMetrics& place : metrics.places) most = std::max(most, bytesOf(place));
  std::vector<PlaceRow> rows;
  for (const PlaceMetrics& place : metrics.places) {
    const AccessCounts& counts = place.counts;
    const auto requests = static_cast<double>(std::max<uint64_t>(1, counts.requests));
    const bool shared = place.space == warpwright::memsim::MemorySpace::shared;
    const double share = most > 0 ? bytesOf(place) / most : 0;
    const auto fewest =
        shared ? static_cast<double>(counts.conflictFreeWavefronts) : static_cast<double>(counts.bytes) / 32;
    const auto used = static_cast<double>(shared ? counts.wavefronts : counts.sectors);
    const auto lookups = static_cast<double>(place.traffic.l1Lookups.high);
    const Span hits = lookups == 0 ? Span{}
                                   : Span{100 * static_cast<double>(place.traffic.l1Hits.low) / lookups,
                                          100 * static_cast<double>(place.traffic.l1Hits.high) / lookups};
    rows.push_back({place.at,
                    toString(place.kind) + toString(place.cacheOperator) + " " + toString(place.space) +
                        (place.object.empty() ? "" : " " + place.object),
                    countText(counts.requests), used == 0 ? missingValue : fixedText(used / requests, 2),
                    used == 0 ? missingValue : percentText(100 * std::max(0.0, 1 - fewest / used)),
                    lookups == 0 ? missingValue : rangeText(hits, percentText),
                    share < 0.01 ? 0 : std::clamp(static_cast<int>(std::ceil(share * 5)), 1, 5)});
  }
  return rows;
}

}  // namespace warpwright
