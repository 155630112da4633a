#include "core/finding/moved_lines.h"

#include <algorithm>

namespace warpwright {
namespace {

void move(SourcePosition& at, const std::string& file, uint32_t line, int delta) {
  if (at.line < line || at.line == 0 || at.file != file) return;
  at.line = static_cast<uint32_t>(std::max<int64_t>(line, int64_t{at.line} + delta));
}

void moveEnd(SourceRange& range, const std::string& file, uint32_t line, int delta) {
  if (range.begin.file == file && range.endLine >= line) {
    range.endLine = static_cast<uint32_t>(std::max<int64_t>(line, int64_t{range.endLine} + delta));
  }
}

}  // namespace

void moveLines(SourceRange& range, const std::string& file, uint32_t line, int delta) {
  moveEnd(range, file, line, delta);
  move(range.begin, file, line, delta);
}

void moveLines(AnalysisResult& result, const std::string& file, uint32_t line, int delta) {
  for (KernelSummary& kernel : result.kernels) {
    moveLines(kernel.definition, file, line, delta);
    move(kernel.nameAt, file, line, delta);
    // What is said of a kernel without a file lies in the kernel's own.
    const auto moveNamed = [&](SourcePosition& at) {
      SourcePosition placed{at.file.empty() ? kernel.definition.begin.file : at.file, at.line, at.column};
      move(placed, file, line, delta);
      at.line = placed.line;
    };
    visitPlaces(kernel.unknownReason, moveNamed);
    for (Launch& launch : kernel.launches) {
      move(launch.at, file, line, delta);
      visitPlaces(launch.unknownReason, moveNamed);
    }
    for (ObservedLaunch& launch : kernel.observed) move(launch.at, file, line, delta);
    for (Opportunity& opportunity : kernel.opportunities) {
      moveEnd(opportunity.range, file, line, delta);
      visitPlaces(opportunity, moveNamed);
    }
  }
}

}  // namespace warpwright
