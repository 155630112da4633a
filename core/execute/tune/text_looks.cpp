#include "core/execute/tune/text_looks.h"

#include <algorithm>

#include "core/execute/tune/variants_ahead.h"

namespace warpwright {

TextLooks::TextLooks(VariantMaker& maker, size_t most, std::stop_token stop)
    : maker_(maker), most_(most), outer_(std::move(stop), [this] { ending_.request_stop(); }) {}

TextLooks::~TextLooks() {
  ending_.request_stop();
}

void TextLooks::begin(const VariantSteps& variant) {
  const auto isIt = [&](const Look& look) { return look.variant == variant; };
  if (looks_.size() >= most_ || std::any_of(looks_.begin(), looks_.end(), isIt)) return;
  auto changes = std::async(std::launch::async, [this, variant] {
    standBack();
    return maker_.changesOf(variant, ending_.get_token());
  });
  looks_.push_back({variant, std::move(changes)});
}

std::optional<std::pair<VariantSteps, TextLooks::Changes>> TextLooks::take(bool wait) {
  const auto isDone = [](const Look& look) {
    return look.changes.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
  };
  if (wait && !looks_.empty()) looks_.front().changes.wait();
  const auto done = std::find_if(looks_.begin(), looks_.end(), isDone);
  if (done == looks_.end()) return std::nullopt;
  std::pair<VariantSteps, Changes> taken(std::move(done->variant), done->changes.get());
  looks_.erase(done);
  return taken;
}

}  // namespace warpwright
