#pragma once

#include <functional>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <stop_token>
#include <string>
#include <vector>

#include "core/base/temporary_folder.h"
#include "core/mcp/command_line.h"
#include "core/mcp/folder_rule.h"

namespace warpwright::mcp {

/// What a tool gives: a document of resources/schemas, and the same in words.
struct ToolAnswer {
  std::string words;
  nlohmann::json document;
};

/// What whoever starts the server says once for all calls.
struct ServerOptions {
  std::vector<std::string> flags;  ///< of the compiler
  std::string toolkit = "auto";    ///< as --cuda takes it
};

/// Carries out tool calls as commands of `warpwright`. Thread-safe.
class ToolCalls {
 public:
  ToolCalls(FolderRule rule, RunCommand run, ServerOptions options);

  /// Errors (usage): no such tool; arguments that it does not take, or a path outside the folder. Errors: what the
  /// command said. May throw nlohmann::json::exception where an argument is of another kind than the schema says.
  Result<ToolAnswer> call(const std::string& tool, const nlohmann::json& arguments, const CommandProgress& progress,
                          std::stop_token stop);

  /// Sessions that may be reported, by the name of their resource: those that calls made, and those in the folder.
  std::map<std::string, std::filesystem::path> sessions();
  /// The HTML report of one. Errors: it cannot be read; cancelled.
  Result<std::string> report(const std::filesystem::path& session, std::stop_token stop);

 private:
  class Call;

  FolderRule rule_;
  RunCommand run_;
  ServerOptions options_;
  TemporaryFolder folder_;  ///< for sessions that nobody wanted kept
  std::mutex mutex_;
  std::map<std::string, std::filesystem::path> made_;
};

}  // namespace warpwright::mcp
