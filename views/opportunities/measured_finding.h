#pragma once

#include <QString>

namespace warpwright::views {

/// What was measured of a finding's own change.
struct MeasuredFinding {
  QString text;          ///< "1.81×", or a word where the figure is not a time
  QString shape;         ///< of its verdict; empty: none
  QString spoken;        ///< a sentence, with what the figure is
  bool isOlder = false;  ///< the text was another one then
};

}  // namespace warpwright::views
