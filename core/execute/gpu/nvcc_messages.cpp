#include "core/execute/gpu/nvcc_messages.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace warpwright {
namespace {

constexpr size_t mostMessageLines = 3;

/// Of a compiler or a linker, which does not call all of them errors.
bool isError(const std::string& line) {
  static constexpr std::array<std::string_view, 4> known{"error", "undefined reference", "multiple definition",
                                                         "cannot find -l"};
  return std::any_of(known.begin(), known.end(), [&](auto part) { return line.find(part) != std::string::npos; });
}

}  // namespace

std::string firstMessages(const SubprocessEnd& end) {
  std::string errors, lines;
  size_t found = 0, seen = 0;
  const std::string text = end.errorOutput + end.output;
  for (size_t from = 0; from < text.size();) {
    const size_t stop = std::min(text.find('\n', from), text.size());
    const std::string line = text.substr(from, stop - from);
    from = stop + 1;
    if (line.empty()) continue;
    if (seen++ < mostMessageLines) lines += (lines.empty() ? "" : " | ") + line;
    if (!isError(line) || found++ >= mostMessageLines) continue;
    errors += (errors.empty() ? "" : " | ") + line;
  }
  return errors.empty() ? lines : errors;
}

std::string missingHeader(const SubprocessEnd& end) {
  static constexpr std::string_view before = "fatal error: ", after = ": No such file or directory";
  for (const std::string* text : {&end.errorOutput, &end.output}) {
    const size_t stop = text->find(after);
    const size_t start = stop == std::string::npos ? stop : text->rfind(before, stop);
    if (start != std::string::npos) return text->substr(start + before.size(), stop - start - before.size());
  }
  return {};
}

std::string missingPermission(const SubprocessEnd& end, const std::vector<std::string>& given) {
  for (const std::string flag : {"--expt-relaxed-constexpr", "--extended-lambda"}) {
    const bool isNamed = (end.errorOutput + end.output).find(flag) != std::string::npos;
    if (isNamed && std::find(given.begin(), given.end(), flag) == given.end()) return flag;
  }
  return {};
}

bool asksForRemovedCalls(const SubprocessEnd& end) {
  static constexpr std::array<std::string_view, 2> known{"identifier \"cudaThread", "to \"cudaMemLocation\""};
  const std::string said = end.errorOutput + end.output;
  return std::any_of(known.begin(), known.end(), [&](auto part) { return said.find(part) != std::string::npos; });
}

}  // namespace warpwright
