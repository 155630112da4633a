#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace warpwright::memsim {

/// The lines that a cache has asked the next one for, as many as it has slots for. Who asks for a line that is on its
/// way shares its slot; who finds none free waits, in order.
template <typename Requester>
class MissSlots {
 public:
  enum class Outcome : uint8_t {
    sent,    ///< a slot was taken: the next cache is to be asked
    shared,  ///< the line is on its way already
    waits,   ///< no slot is free
  };

  /// `count`: 0 for as many as are wanted.
  explicit MissSlots(uint32_t count) : count_(count) {}

  Outcome ask(uint64_t line, const Requester& from) {
    if (const auto found = lines_.find(line); found != lines_.end()) {
      found->second.push_back(from);
      return Outcome::shared;
    }
    if (isFull()) {
      waiting_.push_back({line, from});
      return Outcome::waits;
    }
    lines_.try_emplace(line);
    return Outcome::sent;
  }

  /// A line has come: its slot is free. Gives those who share it, without the one that it was sent for.
  std::vector<Requester> arrived(uint64_t line) {
    auto taken = lines_.extract(line);
    return taken ? std::move(taken.mapped()) : std::vector<Requester>();
  }

  /// The one who has waited longest and can be served now; nothing: none waits, or no slot is free.
  std::optional<std::pair<uint64_t, Requester>> next() {
    if (waiting_.empty() || isFull()) return std::nullopt;
    const auto first = waiting_.front();
    waiting_.pop_front();
    return first;
  }

 private:
  bool isFull() const { return count_ != 0 && lines_.size() >= count_; }

  size_t count_;
  std::unordered_map<uint64_t, std::vector<Requester>> lines_;
  std::deque<std::pair<uint64_t, Requester>> waiting_;
};

}  // namespace warpwright::memsim
