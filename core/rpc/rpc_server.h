#pragma once

#include <atomic>
#include <functional>
#include <list>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <variant>

#include "core/rpc/framing.h"

namespace warpwright {

/// Error codes of JSON-RPC 2.0, and of the Language Server Protocol above it.
enum RpcCode : int {
  rpcParseError = -32700,
  rpcInvalidRequest = -32600,
  rpcMethodNotFound = -32601,
  rpcInvalidParams = -32602,
  rpcInternalError = -32603,
  rpcNotInitialized = -32002,
  rpcRequestCancelled = -32800,
  rpcContentModified = -32801,
  rpcRequestFailed = -32803,
};

struct RpcError {
  int code = rpcInternalError;
  std::string message;
};
using RpcAnswer = std::variant<nlohmann::json, RpcError>;

/// The code of protocols for an error of ours.
RpcError rpcError(const Error& error);

/// What becomes of a request that was cancelled.
enum class CancelledRequest : uint8_t {
  answered,    ///< with the error `rpcRequestCancelled`, as language servers do
  unanswered,  ///< nothing is said of it any more, as MCP wants it
};

/// One end of a JSON-RPC 2.0 connection: gives requests to those who answer them, and asks the other side. Quick
/// requests are answered on the thread that calls `accept`, slow ones on a thread each, which a notification stops (see
/// `cancelBy`). No input makes it fail: what is wrong is answered with an error. A batch is taken for its messages one
/// by one where that is asked for, and each is answered by itself.
class RpcServer {
 public:
  using Request = std::function<RpcAnswer(const nlohmann::json& params, std::stop_token stop)>;
  using Notification = std::function<void(const nlohmann::json& params)>;
  using Gate = std::function<std::optional<RpcError>(const std::string& method, bool isRequest)>;

  /// `write` takes whole frames; it is called from several threads, one at a time.
  RpcServer(Framing framing, std::function<void(const std::string&)> write);
  ~RpcServer();  ///< stops what runs and waits for it

  void onRequest(const std::string& method, Request request, bool isSlow = false);
  void onNotification(const std::string& method, Notification notification);
  /// `idField` of its params is the id of the request to stop.
  void cancelBy(std::string method, std::string idField, CancelledRequest then = CancelledRequest::answered);
  void takeBatches() { takesBatches_ = true; }
  /// What may be asked now: an error refuses. Notifications that are refused are dropped.
  void setGate(Gate gate) { gate_ = std::move(gate); }

  void accept(std::string_view bytes);
  void notify(const std::string& method, nlohmann::json params);
  /// Asks the other side. `answered` is called on the thread that calls `accept`; never, where no answer comes.
  void ask(const std::string& method, nlohmann::json params, std::function<void(const RpcAnswer&)> answered = {});
  void stopAll();

 private:
  struct Running {
    std::string id;
    std::atomic<bool> done = false;
    std::jthread thread;
  };
  void take(const std::string& text);
  void takeMessage(const nlohmann::json& message);
  void takeAnswer(const nlohmann::json& message);
  void takeRequest(const nlohmann::json& id, const std::string& method, const nlohmann::json& params);
  void takeNotification(const std::string& method, const nlohmann::json& params);
  RpcAnswer answerOf(const Request& request, const nlohmann::json& params, std::stop_token stop);
  void answer(const nlohmann::json& id, const RpcAnswer& answer);
  void send(const nlohmann::json& message);

  FrameReader reader_;
  Framing framing_;
  std::function<void(const std::string&)> write_;
  std::mutex writing_;
  std::map<std::string, std::pair<Request, bool>> requests_;
  std::map<std::string, Notification> notifications_;
  std::string cancelMethod_, idField_;
  CancelledRequest cancelled_ = CancelledRequest::answered;
  bool takesBatches_ = false;
  std::mutex asking_;
  uint64_t asked_ = 0;
  std::map<std::string, std::function<void(const RpcAnswer&)>> awaited_;  ///< by the id of what we asked
  Gate gate_;
  std::list<Running> running_;  // of the thread that calls `accept`
};

}  // namespace warpwright
