#pragma once

#include <filesystem>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "core/base/result.h"

namespace warpwright::capture {

/// Where the library tells what it did: one JSON object a line, appended whole, so that several processes of a program
/// may write to the same file. Failing to write is silent: the program must not notice.
class AnswerFile {
 public:
  explicit AnswerFile(std::filesystem::path path) : path_(std::move(path)) {}

  void send(const char* event, nlohmann::json content) const;
  void note(const std::string& text) const;
  void failure(const Error& error) const;

 private:
  std::filesystem::path path_;
};

}  // namespace warpwright::capture
