#include "core/rpc/framing.h"

#include <strings.h>

#include <charconv>

namespace warpwright {
namespace {

using Frame = std::optional<std::string>;

/// The length that a header tells; nothing: it tells none.
std::optional<size_t> lengthIn(std::string_view header) {
  constexpr std::string_view name = "content-length:";
  for (size_t begin = 0; begin < header.size();) {
    const size_t end = std::min(header.find("\r\n", begin), header.size());
    std::string_view line = header.substr(begin, end - begin);
    begin = end + 2;
    if (line.size() < name.size() || ::strncasecmp(line.data(), name.data(), name.size()) != 0) continue;
    line.remove_prefix(name.size());
    while (!line.empty() && line.front() == ' ') line.remove_prefix(1);
    while (!line.empty() && line.back() == ' ') line.remove_suffix(1);
    size_t length = 0;
    const auto [stopped, error] = std::from_chars(line.data(), line.data() + line.size(), length);
    if (error == std::errc() && stopped == line.data() + line.size()) return length;
  }
  return std::nullopt;
}

Error badFrame(const char* message) {
  return Error{ErrorKind::input, message, std::nullopt};
}

}  // namespace

std::string framed(Framing framing, std::string_view message) {
  if (framing == Framing::lines) return std::string(message) + '\n';
  return "Content-Length: " + std::to_string(message.size()) + "\r\n\r\n" + std::string(message);
}

Result<Frame> FrameReader::nextLine() {
  for (;;) {
    const size_t end = waiting_.find('\n');
    if (end == std::string::npos && waiting_.size() <= mostBytes) return Frame();
    std::string line = waiting_.substr(0, end);
    waiting_.erase(0, end == std::string::npos ? end : end + 1);
    if (line.size() > mostBytes) return badFrame("A message of this size is not read.");
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (!line.empty()) return Frame(std::move(line));
  }
}

Result<Frame> FrameReader::next() {
  if (framing_ == Framing::lines) return nextLine();
  constexpr size_t mostHeader = 4096;
  const size_t end = waiting_.find("\r\n\r\n");
  if (end == std::string::npos) {
    if (waiting_.size() <= mostHeader) return Frame();
    waiting_.clear();
    return badFrame("A header without an end.");
  }
  const auto length = lengthIn(std::string_view(waiting_).substr(0, end));
  if (!length || *length > mostBytes) {
    waiting_.erase(0, end + 4);
    return badFrame(length ? "A message of this size is not read." : "A header without Content-Length.");
  }
  if (waiting_.size() - end - 4 < *length) return Frame();
  std::string message = waiting_.substr(end + 4, *length);
  waiting_.erase(0, end + 4 + *length);
  return Frame(std::move(message));
}

}  // namespace warpwright
