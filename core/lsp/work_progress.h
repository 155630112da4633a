#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <stop_token>
#include <string>

#include "core/rpc/rpc_server.h"

namespace warpwright::lsp {

/// Tells the editor how far work is ($/progress), and hears there that it is to stop.
class WorkProgress {
 public:
  explicit WorkProgress(RpcServer& server) : server_(server) {}

  /// Work that the editor follows by a token of its own, or by one of ours where it lets us make some.
  void allowTokens() { makesTokens_ = true; }
  /// Begins a piece of work. `token`: the editor's; null: none. `cancel` is called at most once, on another thread, if
  /// the editor wants it to stop; empty: it cannot. Gives what it is told by; null: nobody follows.
  nlohmann::json begin(const nlohmann::json& token, const std::string& title, std::function<void()> cancel);
  /// `fraction` below 0: not known.
  void report(const nlohmann::json& token, double fraction, const std::string& message);
  void end(const nlohmann::json& token, const std::string& message = {});
  /// Of `window/workDoneProgress/cancel`.
  void cancel(const nlohmann::json& token);

 private:
  void tell(const nlohmann::json& token, nlohmann::json value);

  RpcServer& server_;
  bool makesTokens_ = false;
  std::mutex mutex_;
  uint64_t made_ = 0;
  std::map<std::string, std::function<void()>> cancels_;  ///< by token, as JSON
};

}  // namespace warpwright::lsp
