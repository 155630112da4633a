#include "core/rpc/rpc_server.h"

namespace warpwright {

using nlohmann::json;

RpcError rpcError(const Error& error) {
  switch (error.kind) {
    case ErrorKind::usage:
      return {rpcInvalidParams, error.message};
    case ErrorKind::cancelled:
      return {rpcRequestCancelled, error.message};
    case ErrorKind::stale:
      return {rpcContentModified, error.message};
    default:
      return {rpcRequestFailed, error.message};
  }
}

RpcServer::RpcServer(Framing framing, std::function<void(const std::string&)> write)
    : reader_(framing), framing_(framing), write_(std::move(write)) {}

RpcServer::~RpcServer() {
  stopAll();
}

void RpcServer::onRequest(const std::string& method, Request request, bool isSlow) {
  requests_[method] = {std::move(request), isSlow};
}

void RpcServer::onNotification(const std::string& method, Notification notification) {
  notifications_[method] = std::move(notification);
}

void RpcServer::cancelBy(std::string method, std::string idField, CancelledRequest then) {
  cancelMethod_ = std::move(method);
  idField_ = std::move(idField);
  cancelled_ = then;
}

void RpcServer::accept(std::string_view bytes) {
  reader_.add(bytes);
  for (;;) {
    const auto frame = reader_.next();
    if (!frame.ok()) {
      answer(nullptr, RpcError{rpcParseError, frame.error().message});
      continue;
    }
    if (!frame->has_value()) return;
    take(**frame);
  }
}

void RpcServer::take(const std::string& text) {
  running_.remove_if([](const Running& one) { return one.done.load(); });
  const json message = json::parse(text, nullptr, false);
  if (message.is_discarded()) return answer(nullptr, RpcError{rpcParseError, "The message is no JSON."});
  if (!takesBatches_ || !message.is_array() || message.empty()) return takeMessage(message);
  for (const json& one : message) takeMessage(one);
}

void RpcServer::takeMessage(const json& message) {
  const auto refuse = [&](const json& id) {
    answer(id, RpcError{rpcInvalidRequest, "This is no JSON-RPC 2.0 request."});
  };
  if (!message.is_object()) return refuse(nullptr);
  const json id = message.value("id", json());
  const bool hasId = message.contains("id");
  if (!message.contains("method")) {
    if (!message.contains("result") && !message.contains("error")) return refuse(nullptr);
    return takeAnswer(message);
  }
  const bool isSound = message.value("jsonrpc", json()) == "2.0" && message["method"].is_string() &&
                       (id.is_null() || id.is_string() || id.is_number());
  if (!isSound) return refuse(id.is_string() || id.is_number() ? id : json());
  const json params = message.value("params", json::object());
  if (hasId)
    takeRequest(id, message["method"], params);
  else
    takeNotification(message["method"], params);
}

void RpcServer::takeAnswer(const json& message) {
  const json id = message.value("id", json());
  std::function<void(const RpcAnswer&)> answered;
  {
    const std::lock_guard lock(asking_);
    const auto found = id.is_string() ? awaited_.find(id.get<std::string>()) : awaited_.end();
    if (found == awaited_.end()) return;  // nobody waits for it
    answered = std::move(found->second);
    awaited_.erase(found);
  }
  if (!answered) return;
  if (!message.contains("error")) return answered(message["result"]);
  const json& error = message["error"];
  const bool hasText = error.is_object() && error.contains("message") && error["message"].is_string();
  answered(RpcError{rpcRequestFailed, hasText ? error["message"].get<std::string>() : "It was refused."});
}

void RpcServer::takeRequest(const json& id, const std::string& method, const json& params) {
  if (gate_) {
    if (const auto refused = gate_(method, true)) return answer(id, *refused);
  }
  const auto found = requests_.find(method);
  if (found == requests_.end()) return answer(id, RpcError{rpcMethodNotFound, "There is no method `" + method + "`."});
  const auto& [request, isSlow] = found->second;
  if (!isSlow) return answer(id, answerOf(request, params, {}));
  Running& one = running_.emplace_back();
  one.id = id.dump();
  one.thread = std::jthread([this, &one, id, params, &request = request](std::stop_token stop) {
    const RpcAnswer said = answerOf(request, params, stop);
    if (!stop.stop_requested())
      answer(id, said);
    else if (cancelled_ == CancelledRequest::answered)
      answer(id, RpcError{rpcRequestCancelled, "Cancelled."});
    one.done = true;
  });
}

void RpcServer::takeNotification(const std::string& method, const json& params) {
  if (!cancelMethod_.empty() && method == cancelMethod_) {
    if (!params.is_object() || !params.contains(idField_)) return;
    const std::string id = params[idField_].dump(-1, ' ', false, json::error_handler_t::replace);
    for (Running& one : running_) {
      if (one.id == id) one.thread.request_stop();
    }
    return;
  }
  const auto found = notifications_.find(method);
  if (found == notifications_.end() || (gate_ && gate_(method, false))) return;
  try {
    found->second(params);
  } catch (const json::exception&) {
    // A notification has no answer: what cannot be read is as if it had not come.
  }
}

RpcAnswer RpcServer::answerOf(const Request& request, const json& params, std::stop_token stop) {
  try {
    return request(params, std::move(stop));
  } catch (const json::exception& error) {
    return RpcError{rpcInvalidParams, error.what()};
  }
}

void RpcServer::answer(const json& id, const RpcAnswer& answer) {
  json message = {{"jsonrpc", "2.0"}, {"id", id}};
  if (const auto* error = std::get_if<RpcError>(&answer))
    message["error"] = {{"code", error->code}, {"message", error->message}};
  else
    message["result"] = std::get<json>(answer);
  send(message);
}

void RpcServer::notify(const std::string& method, json params) {
  send({{"jsonrpc", "2.0"}, {"method", method}, {"params", std::move(params)}});
}

void RpcServer::ask(const std::string& method, json params, std::function<void(const RpcAnswer&)> answered) {
  std::string id;
  {
    const std::lock_guard lock(asking_);
    id = "warpwright-" + std::to_string(++asked_);
    awaited_[id] = std::move(answered);
  }
  send({{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", std::move(params)}});
}

void RpcServer::send(const json& message) {
  const std::string text = framed(framing_, message.dump(-1, ' ', false, json::error_handler_t::replace));
  const std::lock_guard lock(writing_);
  write_(text);
}

void RpcServer::stopAll() {
  for (Running& one : running_) one.thread.request_stop();
  running_.clear();
}

}  // namespace warpwright
