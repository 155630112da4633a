#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "core/mcp/tool_calls.h"
#include "core/rpc/rpc_server.h"

namespace warpwright::mcp {

/// The Model Context Protocol on a stream of lines, revisions 2024-11-05, 2025-03-26 and 2025-06-18: tools for the
/// findings and for judging changes, reports and help pages as resources.
class McpServer {
 public:
  /// `write` takes whole lines, from several threads, one at a time.
  McpServer(ToolCalls& calls, std::string version, std::function<void(const std::string&)> write);

  void accept(std::string_view bytes) { server_.accept(bytes); }

 private:
  RpcAnswer initialize(const nlohmann::json& params);
  RpcAnswer listTools() const;
  RpcAnswer callTool(const nlohmann::json& params, const std::stop_token& stop);
  RpcAnswer listResources();
  RpcAnswer readResource(const nlohmann::json& params, const std::stop_token& stop);
  CommandProgress progressFor(const nlohmann::json& params);

  ToolCalls& calls_;
  std::string version_;
  std::string revision_;  ///< that was agreed on; empty: before `initialize`. Of the thread that calls `accept`
  RpcServer server_;      ///< last: what runs in it is stopped before the rest goes
};

}  // namespace warpwright::mcp
