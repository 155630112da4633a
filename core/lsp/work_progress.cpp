#include "core/lsp/work_progress.h"

#include <algorithm>

#include "core/base/json_text.h"

namespace warpwright::lsp {

using nlohmann::json;

void WorkProgress::tell(const json& token, json value) {
  server_.notify("$/progress", {{"token", token}, {"value", std::move(value)}});
}

json WorkProgress::begin(const json& token, const std::string& title, std::function<void()> cancel) {
  const bool isCancellable = cancel != nullptr;
  json used = token;
  {
    const std::lock_guard lock(mutex_);
    if (used.is_null() && makesTokens_) used = "warpwright-work-" + std::to_string(++made_);
    if (!used.is_null() && isCancellable) cancels_[used.dump()] = std::move(cancel);
  }
  if (used.is_null()) return used;
  if (token.is_null()) server_.ask("window/workDoneProgress/create", {{"token", used}});
  tell(used, {{"kind", "begin"}, {"title", jsonText(title)}, {"cancellable", isCancellable}});
  return used;
}

void WorkProgress::report(const json& token, double fraction, const std::string& message) {
  if (token.is_null()) return;
  json value = {{"kind", "report"}, {"message", jsonText(message)}};
  if (fraction >= 0) value["percentage"] = static_cast<int>(std::min(fraction, 1.0) * 100);
  tell(token, std::move(value));
}

void WorkProgress::end(const json& token, const std::string& message) {
  if (token.is_null()) return;
  {
    const std::lock_guard lock(mutex_);
    cancels_.erase(token.dump());
  }
  json value = {{"kind", "end"}};
  if (!message.empty()) value["message"] = jsonText(message);
  tell(token, std::move(value));
}

void WorkProgress::cancel(const json& token) {
  std::function<void()> cancel;
  {
    const std::lock_guard lock(mutex_);
    const auto found = cancels_.find(token.dump(-1, ' ', false, json::error_handler_t::replace));
    if (found == cancels_.end()) return;
    cancel = std::move(found->second);
    cancels_.erase(found);
  }
  cancel();
}

}  // namespace warpwright::lsp
