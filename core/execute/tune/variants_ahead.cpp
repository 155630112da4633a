#include "core/execute/tune/variants_ahead.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>

namespace warpwright {

void standBack() {
  constexpr int behindOthers = 3;
  ::setpriority(PRIO_PROCESS, static_cast<id_t>(::gettid()), behindOthers);  // Linux knows it by thread
}

VariantsAhead::VariantsAhead(VariantMaker& maker, VariantJudge& judge, std::stop_token stop)
    : maker_(maker), judge_(judge), outer_(std::move(stop)) {
  for (size_t i = 0; i < threads(); ++i) threads_.emplace_back([this](std::stop_token own) { work(std::move(own)); });
}

VariantsAhead::~VariantsAhead() {
  for (std::jthread& thread : threads_) thread.request_stop();
  threads_.clear();
}

void VariantsAhead::expect(const std::vector<VariantSteps>& likely) {
  const std::lock_guard lock(mutex_);
  expected_.clear();
  for (const VariantSteps& steps : likely) {
    expected_.push_back(toString(steps));
    if (!find(expected_.back())) entries_.push_back({expected_.back(), steps, false, {}});
  }
  dropOld();
  changed_.notify_all();
}

Result<VariantRecord> VariantsAhead::take(const VariantSteps& steps, std::stop_token stop) {
  if (threads_.empty()) return maker_.make(steps, std::move(stop));
  const std::string text = toString(steps);
  std::unique_lock lock(mutex_);
  const auto isMade = [&] { return find(text) && find(text)->made; };
  if (!changed_.wait(lock, std::move(stop), isMade)) return cancelledError();
  const auto entry = std::find_if(entries_.begin(), entries_.end(), [&](const Entry& one) { return one.text == text; });
  Result<VariantRecord> made = *std::move(entry->made);
  entries_.erase(entry);
  return made;
}

std::vector<size_t> VariantsAhead::ready(const std::vector<VariantSteps>& likely, size_t most, std::stop_token stop) {
  std::vector<size_t> places;
  if (threads_.empty()) return {0};
  std::unique_lock lock(mutex_);
  const auto look = [&] {
    for (size_t i = 0; i < likely.size() && places.size() < most; ++i) {
      const Entry* entry = find(toString(likely[i]));
      if (entry && entry->made && (i == 0 || entry->made->ok())) places.push_back(i);
    }
    return !places.empty();
  };
  if (!changed_.wait(lock, std::move(stop), look)) return {0};
  return places;
}

bool VariantsAhead::cannotBeMade(const VariantSteps& steps) {
  const std::lock_guard lock(mutex_);
  const Entry* entry = find(toString(steps));
  return entry && entry->made && !entry->made->ok() && isNoVariant(entry->made->error());
}

/// Requires: mutex_ is held, as below.
VariantsAhead::Entry* VariantsAhead::find(const std::string& text) {
  for (Entry& entry : entries_) {
    if (entry.text == text) return &entry;
  }
  return nullptr;
}

void VariantsAhead::dropOld() {
  const auto isExpected = [&](const Entry& entry) {
    return std::find(expected_.begin(), expected_.end(), entry.text) != expected_.end();
  };
  size_t ready = 0;
  for (auto entry = entries_.end(); entry != entries_.begin();) {
    --entry;
    if (isExpected(*entry) || (entry->begun && !entry->made)) continue;
    if (entry->made && ++ready <= 2 * threads_.size()) continue;
    if (entry->made && entry->made->ok()) judge_.forget(**entry->made);
    entry = entries_.erase(entry);
  }
}

void VariantsAhead::work(std::stop_token stop) {
  standBack();
  // Whoever asks the tuning to end asks this thread, too.
  std::stop_source either;
  const std::stop_callback own(stop, [&] { either.request_stop(); });
  const std::stop_callback outer(outer_, [&] { either.request_stop(); });
  const auto next = [&]() -> Entry* {
    for (const std::string& text : expected_) {
      if (Entry* entry = find(text); entry && !entry->begun) return entry;
    }
    return nullptr;
  };
  std::unique_lock lock(mutex_);
  while (changed_.wait(lock, either.get_token(), [&] { return next() != nullptr; })) {
    Entry& entry = *next();
    entry.begun = true;
    const VariantSteps steps = entry.steps;
    lock.unlock();
    Result<VariantRecord> made = maker_.make(steps, either.get_token());
    if (made.ok()) judge_.prepare(*made, either.get_token());
    lock.lock();
    entry.made = std::move(made);  // what has begun and is not made is not dropped
    changed_.notify_all();
  }
}

}  // namespace warpwright
