#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/job/program_profile.h"
#include "core/report/svg_ink.h"

namespace warpwright {

/// What a program's GPUs did along time: a lane for each stream, a bar for each launch, copy and fill.
struct ProfileTimeline {
  enum class Kind : uint8_t { launch, copy, fill };
  struct Bar {
    size_t lane = 0;
    Kind kind = Kind::launch;
    double begin = 0, end = 0;  ///< seconds from the first of all
    uint64_t bytes = 0;         ///< of a copy or a fill
    std::string name, words;    ///< "3 of 12, scale(float*), stream 7: 12.1 µs, from 0.4 ms"
  };
  std::string program;             ///< what was profiled
  std::string conditions;          ///< the device, and which part of the program is shown
  std::string summary;             ///< for screen readers
  std::vector<std::string> lanes;  ///< "stream 7", "GPU 1, stream 13": only what tells them apart
  std::vector<Bar> bars;           ///< by their begin
  double span = 0;                 ///< seconds, to the end of the last bar
  bool isEmpty() const { return bars.empty(); }
};

/// The timeline of a profile; empty where the profile does not tell when its launches were.
ProfileTimeline timelineOf(const ProgramProfile& profile, const std::string& program, const std::string& device);

/// A part of the time, in seconds.
struct TimeRange {
  double from = 0, to = 1;
};

/// Where the bars lie in a drawing of that size; a bar out of sight lies beside it.
struct TimelineBox {
  double x = 0, y = 0, width = 0, height = 0;
};
std::vector<TimelineBox> timelineBoxes(const ProfileTimeline& timeline, TimeRange range, double width, double height);
/// The time at that place of the drawing.
double timelineAt(TimeRange range, double width, double x);
/// Elements of an SVG.
std::string timelineSvg(const ProfileTimeline& timeline, TimeRange range, double width, double height,
                        const SvgInk& ink);
/// All bars, in seconds.
std::string timelineCsv(const ProfileTimeline& timeline);

}  // namespace warpwright
