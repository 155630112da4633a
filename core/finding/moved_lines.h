#pragma once

#include <cstdint>
#include <string>

#include "core/finding/analysis_result.h"

namespace warpwright {

/// Text was typed since: every place that the kernels of an answer name in `file`, at or below `line` (from 1), moves
/// by `delta` lines, at most up to that line.
void moveLines(AnalysisResult& result, const std::string& file, uint32_t line, int delta);
/// The same of one range.
void moveLines(SourceRange& range, const std::string& file, uint32_t line, int delta);

}  // namespace warpwright
