#include "core/model/memory/dram.h"

#include <algorithm>

namespace warpwright::memsim {

DramModule::DramModule(const DramTiming& timing, uint32_t lineBytes, uint64_t tick)
    : timing_(timing), tick_(tick), banks_(std::max(1u, timing.banks)) {
  const uint64_t bytesPerCycle = std::max(1u, timing.busBits / 8);
  burst_ = (lineBytes + bytesPerCycle - 1) / bytesPerCycle * tick_;
}

void DramModule::request(uint64_t now, uint64_t line, uint64_t inner, bool write) {
  const uint64_t row = inner / timing_.rowBytes;
  banks_[row % banks_.size()].queue.push_back({line, row / banks_.size(), now, write});
}

/// The request that the bank serves next; opens its row.
void DramModule::choose(Bank& bank, uint64_t now) {
  const auto open =
      std::find_if(bank.queue.begin(), bank.queue.end(), [&](const Request& r) { return r.row == bank.row; });
  const auto best = open != bank.queue.end() ? open : bank.queue.begin();
  bank.chosen = *best;
  bank.queue.erase(best);
  if (bank.chosen->row == bank.row) {
    ++rowHits;
    return;
  }
  uint64_t activate = now;
  if (bank.everActivated) {
    const uint64_t precharge = std::max({now, bank.prechargeAt, bank.activatedAt + timing_.tRAS * tick_});
    activate = std::max(precharge + timing_.tRP * tick_, bank.activatedAt + timing_.tRC * tick_);
  }
  if (anyActivate_) activate = std::max(activate, lastActivate_ + timing_.tRRD * tick_);
  anyActivate_ = bank.everActivated = true;
  lastActivate_ = bank.activatedAt = activate;
  bank.row = bank.chosen->row;
  bank.columnAt = activate + timing_.tRCD * tick_;
}

std::optional<DramModule::Transfer> DramModule::next(uint64_t now) {
  wakeAt_ = never;
  Bank* first = nullptr;
  uint64_t firstColumn = never;
  for (Bank& bank : banks_) {
    if (!bank.chosen && !bank.queue.empty()) choose(bank, now);
    if (!bank.chosen) continue;
    // The column command goes out as early as the bank allows, and so late that the bus is free for the words.
    const uint64_t latency = (bank.chosen->write ? timing_.WL : timing_.CL) * tick_;
    const uint64_t turnaround = bank.chosen->write != lastWasWrite_ && transfers > 0 ? timing_.tWTR * tick_ : 0;
    const uint64_t bus = busFree_ + turnaround;
    const uint64_t column = std::max({now, bank.columnAt, bus > latency ? bus - latency : 0});
    if (column < firstColumn || (column == firstColumn && bank.chosen->at < first->chosen->at)) {
      first = &bank;
      firstColumn = column;
    }
  }
  if (first == nullptr) return std::nullopt;
  if (firstColumn > now) {
    wakeAt_ = firstColumn;
    return std::nullopt;
  }
  const Request request = *first->chosen;
  first->chosen.reset();
  const uint64_t start = now + (request.write ? timing_.WL : timing_.CL) * tick_;
  first->columnAt = now + burst_;
  first->prechargeAt = start + burst_;
  busFree_ = start + burst_;
  lastWasWrite_ = request.write;
  ++transfers;
  busyTicks += burst_;
  return Transfer{request.line, busFree_, request.write};
}

}  // namespace warpwright::memsim
