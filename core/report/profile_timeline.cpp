#include "core/report/profile_timeline.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <tuple>

#include "core/base/number_text.h"
#include "core/report/html_text.h"

namespace warpwright {
namespace {

constexpr double left = 118, right = 14, top = 10, bottom = 52;
/// A bar is at least so wide that it is seen.
constexpr double leastWidth = 1;

/// As short as it can be said: "30", "0.3125".
std::string shortText(double value, int digits) {
  char text[32];
  std::snprintf(text, sizeof(text), "%.*g", digits, value);
  return text;
}

struct TimeUnit {
  double seconds;
  const char* name;
};

TimeUnit unitOf(double seconds) {
  return seconds < 1e-6   ? TimeUnit{1e-9, "ns"}
         : seconds < 1e-3 ? TimeUnit{1e-6, "µs"}
         : seconds < 1    ? TimeUnit{1e-3, "ms"}
                          : TimeUnit{1, "s"};
}

/// "12.1 µs"
std::string lengthText(double seconds) {
  const TimeUnit unit = unitOf(seconds);
  return shortText(seconds / unit.seconds, 4) + ' ' + unit.name;
}

/// A kernel without its parameters: a bar has little room.
std::string shortName(const std::string& name) {
  return name.substr(0, name.find('('));
}

double laneHeight(const ProfileTimeline& timeline, double height) {
  const double room =
      std::max(0.0, height - top - bottom) / static_cast<double>(std::max<size_t>(1, timeline.lanes.size()));
  return std::min(room, 44.0);
}

double placeOf(TimeRange range, double width, double time) {
  const double room = std::max(1.0, width - left - right);
  return left + (time - range.from) / std::max(range.to - range.from, 1e-12) * room;
}

std::string words(double x, double y, const std::string& text, const std::string& colour, const char* anchor) {
  return "<text x=\"" + svgNumber(x) + "\" y=\"" + svgNumber(y) + "\" fill=\"" + colour + "\" text-anchor=\"" + anchor +
         "\">" + escapeHtml(text) + "</text>";
}

std::string rectangle(const TimelineBox& box, const std::string& fill, const std::string& stroke) {
  return "<rect x=\"" + svgNumber(box.x) + "\" y=\"" + svgNumber(box.y) + "\" width=\"" + svgNumber(box.width) +
         "\" height=\"" + svgNumber(box.height) + "\" fill=\"" + fill + "\" stroke=\"" + stroke + "\"/>";
}

/// 1, 2 or 5 times a power of ten, so that there are about `count` of them in `range`.
double stepOf(double range, double count) {
  const double power = std::pow(10.0, std::floor(std::log10(range / count)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (range / (power * factor) <= count) return power * factor;
  }
  return power * 10;
}

std::string axis(const ProfileTimeline& timeline, TimeRange range, double width, double height, const SvgInk& ink) {
  const double down = top + laneHeight(timeline, height) * static_cast<double>(timeline.lanes.size());
  const TimeUnit unit = unitOf(range.to);
  const double step = stepOf((range.to - range.from) / unit.seconds, std::max(2.0, (width - left - right) / 90));
  std::string svg;
  for (double at = std::ceil(range.from / unit.seconds / step) * step; at * unit.seconds <= range.to; at += step) {
    const double x = placeOf(range, width, at * unit.seconds);
    svg += "<line x1=\"" + svgNumber(x) + "\" y1=\"" + svgNumber(top) + "\" x2=\"" + svgNumber(x) + "\" y2=\"" +
           svgNumber(down + 4) + "\" stroke=\"" + ink("line") + "\"/>";
    svg += words(x, down + 18, shortText(std::abs(at) < step / 2 ? 0 : at, 9), ink("muted"), "middle");
  }
  svg += words(left - 8, down + 18, std::string("Time, ") + unit.name, ink("muted"), "end");
  return svg;
}

/// What the forms of the bars mean: full height and filled, half and filled, half and hollow.
std::string legend(const ProfileTimeline& timeline, double height, const SvgInk& ink) {
  const double y = top + laneHeight(timeline, height) * static_cast<double>(timeline.lanes.size()) + 30;
  std::string svg =
      rectangle({left, y, 14, 14}, ink("var"), ink("var")) + words(left + 20, y + 11, "kernel", ink("text"), "start");
  svg += rectangle({left + 80, y + 7, 14, 7}, ink("base"), ink("base")) +
         words(left + 100, y + 11, "copy", ink("text"), "start");
  svg += rectangle({left + 150, y + 7, 14, 7}, ink("surface"), ink("base")) +
         words(left + 170, y + 11, "fill", ink("text"), "start");
  return svg;
}

std::string barDrawing(const ProfileTimeline::Bar& bar, TimelineBox box, double width, const SvgInk& ink) {
  const double end = std::min(box.x + box.width, width - right);
  box.x = std::max(box.x, left);
  box.width = end - box.x;
  const bool isLaunch = bar.kind == ProfileTimeline::Kind::launch;
  const std::string colour = ink(isLaunch ? "var" : "base");
  std::string svg = rectangle(box, bar.kind == ProfileTimeline::Kind::fill ? ink("surface") : colour, colour);
  // A letter of 12 pixels takes about 7; names are cut nowhere: one that has no room is said by the mouse.
  const std::string name = shortName(bar.name);
  if (isLaunch && static_cast<double>(name.size()) * 7 + 8 < box.width)
    svg += words(box.x + 5, box.y + box.height / 2 + 4, name, ink("surface"), "start");
  return svg;
}

void nameLanes(ProfileTimeline& timeline, const ProgramProfile& profile, std::vector<size_t>& laneOf) {
  using Key = std::tuple<uint32_t, uint32_t, uint32_t>;
  std::map<Key, size_t> lanes;
  bool hasGpus = false, hasProcesses = false;
  for (const ProfiledEvent& event : profile.events) {
    lanes[{event.process, event.place.device, event.place.stream}] = 0;
    hasGpus = hasGpus || event.place.device != profile.events.front().place.device;
    hasProcesses = hasProcesses || event.process != 0;
  }
  for (auto& [key, lane] : lanes) {
    lane = timeline.lanes.size();
    const auto& [process, device, stream] = key;
    timeline.lanes.push_back((hasProcesses ? "process " + std::to_string(process + 1) + ", " : "") +
                             (hasGpus ? "GPU " + std::to_string(device) + ", " : "") + "stream " +
                             std::to_string(stream));
  }
  for (const ProfiledEvent& event : profile.events)
    laneOf.push_back(lanes[{event.process, event.place.device, event.place.stream}]);
}

}  // namespace

ProfileTimeline timelineOf(const ProgramProfile& profile, const std::string& program, const std::string& device) {
  ProfileTimeline timeline;
  timeline.program = program;
  if (profile.events.empty()) return timeline;
  std::vector<size_t> laneOf;
  nameLanes(timeline, profile, laneOf);
  const std::string count = std::to_string(profile.events.size());
  for (size_t i = 0; i < profile.events.size(); ++i) {
    const ProfiledEvent& event = profile.events[i];
    ProfileTimeline::Bar bar;
    bar.lane = laneOf[i];
    bar.kind = event.isLaunch         ? ProfileTimeline::Kind::launch
               : event.name == "fill" ? ProfileTimeline::Kind::fill
                                      : ProfileTimeline::Kind::copy;
    bar.begin = static_cast<double>(event.beginNs) * 1e-9;
    bar.end = bar.begin + static_cast<double>(event.lengthNs) * 1e-9;
    bar.bytes = event.bytes;
    bar.name = event.name;
    bar.words = std::to_string(i + 1) + " of " + count + ", " + event.name + ", " + timeline.lanes[bar.lane] + ": " +
                lengthText(bar.end - bar.begin) + ", from " + lengthText(bar.begin);
    if (!event.isLaunch) bar.words += "; " + memoryText(event.bytes);
    timeline.span = std::max(timeline.span, bar.end);
    timeline.bars.push_back(std::move(bar));
  }
  timeline.summary = countText(profile.events.size(), "launch, copy or fill", "launches, copies and fills") + " in " +
                     countText(timeline.lanes.size(), "stream", "streams") + ", " + lengthText(timeline.span);
  timeline.conditions = device;
  const uint64_t all = profile.timed();
  if (all > profile.events.size())
    timeline.conditions +=
        (device.empty() ? "The first " : ", the first ") + countText(profile.events.size()) + " of " + countText(all);
  return timeline;
}

std::vector<TimelineBox> timelineBoxes(const ProfileTimeline& timeline, TimeRange range, double width, double height) {
  const double lane = laneHeight(timeline, height), gap = std::min(5.0, lane / 6);
  std::vector<TimelineBox> boxes;
  boxes.reserve(timeline.bars.size());
  for (const ProfileTimeline::Bar& bar : timeline.bars) {
    const double from = placeOf(range, width, bar.begin), to = placeOf(range, width, bar.end);
    const bool isLow = bar.kind != ProfileTimeline::Kind::launch;
    const double full = lane - 2 * gap, y = top + lane * static_cast<double>(bar.lane) + gap;
    boxes.push_back({from, isLow ? y + full / 2 : y, std::max(to - from, leastWidth), isLow ? full / 2 : full});
  }
  return boxes;
}

double timelineAt(TimeRange range, double width, double x) {
  return range.from + (x - left) / std::max(1.0, width - left - right) * (range.to - range.from);
}

std::string timelineSvg(const ProfileTimeline& timeline, TimeRange range, double width, double height,
                        const SvgInk& ink) {
  std::string svg = axis(timeline, range, width, height, ink);
  const double lane = laneHeight(timeline, height);
  for (size_t i = 0; i < timeline.lanes.size(); ++i)
    svg += words(left - 8, top + lane * (static_cast<double>(i) + 0.5) + 4, timeline.lanes[i], ink("text"), "end");
  const std::vector<TimelineBox> boxes = timelineBoxes(timeline, range, width, height);
  for (size_t i = 0; i < boxes.size(); ++i) {
    if (boxes[i].x + boxes[i].width < left || boxes[i].x > width - right) continue;
    svg += barDrawing(timeline.bars[i], boxes[i], width, ink);
  }
  return svg + legend(timeline, height, ink);
}

std::string timelineCsv(const ProfileTimeline& timeline) {
  std::string csv = "name,stream,kind,begin_s,length_s,bytes\n";
  const auto quoted = [](std::string text) {
    for (size_t at = 0; (at = text.find('"', at)) != std::string::npos; at += 2) text.insert(at, 1, '"');
    return '"' + text + '"';
  };
  for (const ProfileTimeline::Bar& bar : timeline.bars) {
    const char* kind = bar.kind == ProfileTimeline::Kind::launch ? "kernel"
                       : bar.kind == ProfileTimeline::Kind::copy ? "copy"
                                                                 : "fill";
    csv += quoted(bar.name) + ',' + quoted(timeline.lanes[bar.lane]) + ',' + kind + ',' + shortText(bar.begin, 12) +
           ',' + shortText(bar.end - bar.begin, 12) + ',' + std::to_string(bar.bytes) + '\n';
  }
  return csv;
}

}  // namespace warpwright
