#include "app/capture/answer_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "core/base/json_text.h"

namespace warpwright::capture {

void AnswerFile::send(const char* event, nlohmann::json content) const {
  content["event"] = event;
  const std::string line = content.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
  const int file = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (file < 0) return;
  // One call: lines of several processes do not mix.
  [[maybe_unused]] const ssize_t written = ::write(file, line.data(), line.size());
  ::close(file);
}

void AnswerFile::note(const std::string& text) const {
  send("note", {{"text", text}});
}

void AnswerFile::failure(const Error& error) const {
  send("failure", error);
}

}  // namespace warpwright::capture
