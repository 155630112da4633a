#include "core/model/memory/shared_cache.h"

#include <algorithm>
#include <cmath>

namespace warpwright::memsim {

using Kind = FusedEvent::Kind;

uint64_t ticksOf(const FusedChip& chip, double clockGHz) {
  return clockGHz > 0 ? std::max<uint64_t>(1, static_cast<uint64_t>(std::llround(chip.cpuClockGHz / clockGHz))) : 1;
}

SharedCache::SharedCache(const FusedDevice& device, bool perfect, EventQueue& events)
    : chip_(device.chip),
      perfect_(perfect),
      events_(events),
      gpuLatency_(static_cast<uint64_t>(chip_.gpuL3Cycles) * ticksOf(chip_, device.gpu.clockGHz)),
      cpuLatency_(static_cast<uint64_t>(chip_.cpuL3Cycles)),
      lines_(device.gpu.l2Bytes, chip_.l3Ways, chip_.lineBytes) {
  const uint32_t modules = std::max(1u, chip_.dram.modules);
  modules_.assign(modules, DramModule(chip_.dram, chip_.lineBytes, ticksOf(chip_, chip_.dram.clockGHz)));
  wakes_.assign(modules, DramModule::never);
}

SharedCache::Outcome SharedCache::access(uint64_t now, uint64_t line, Requester from) {
  const bool gpu = from.isGpu();
  const uint64_t latency = gpu ? gpuLatency_ : cpuLatency_;
  ++(gpu ? counts.gpuAccesses : counts.cpuAccesses);
  if (auto* found = lines_.find(line); found != nullptr || perfect_) {
    ++(gpu ? counts.gpuHits : counts.cpuHits);
    if (found != nullptr && gpu) {
      Mark& mark = found->mark;
      counts.gpuHitsOnFetched += mark.fetchedByCpu;
      counts.cpuUsed += mark.fetchedByCpu && !mark.used;
      mark.used = true;
      mark.dirty |= from.kind == Requester::Kind::gpuStore;
    }
    events_.add({now + latency, 0, line, from, 0, 0, Kind::deliver});
    return Outcome::hit;
  }
  const auto [flight, isNew] = flights_.try_emplace(line);
  flight->second.waiting.push_back(from);
  if (!isNew) {
    if (gpu && flight->second.byCpu) {
      ++counts.gpuLate;
      counts.cpuUsed += !flight->second.used;
      flight->second.used = true;
    }
    return Outcome::onItsWay;
  }
  flight->second.byCpu = !gpu;
  ++(gpu ? counts.gpuMisses : counts.cpuFetched);
  events_.add({now + latency, 0, line, from, 0, 0, Kind::toDram});
  return Outcome::miss;
}

void SharedCache::toDram(const FusedEvent& event) {
  enqueue(event.time, event.line, false);
}

void SharedCache::enqueue(uint64_t now, uint64_t line, bool write) {
  const uint64_t address = line * chip_.lineBytes, part = chip_.dram.partitionBytes;
  const uint64_t stripe = address / part;
  const auto module = static_cast<uint32_t>(stripe % modules_.size());
  ++(write ? counts.dramWrites : counts.dramReads);
  modules_[module].request(now, line, stripe / modules_.size() * part + address % part, write);
  runModule(now, module);
}

void SharedCache::runModule(uint64_t now, uint32_t module) {
  DramModule& dram = modules_[module];
  while (const auto transfer = dram.next(now)) {
    events_.add({transfer->end, 0, transfer->line, {}, module, transfer->write, Kind::dramDone});
  }
  // An event that is there already does no harm: the module then finds nothing to begin.
  if (dram.wakeAt() == DramModule::never || (wakes_[module] > now && wakes_[module] <= dram.wakeAt())) return;
  wakes_[module] = dram.wakeAt();
  events_.add({dram.wakeAt(), 0, 0, {}, module, 0, Kind::dram});
}

void SharedCache::dramDone(const FusedEvent& event) {
  if (event.index != 0) return;  // a write: nobody waits for it
  const auto found = flights_.find(event.line);
  const Flight flight = std::move(found->second);
  flights_.erase(found);
  Mark mark{false, flight.byCpu, flight.used};
  for (const Requester& from : flight.waiting) mark.dirty |= from.kind == Requester::Kind::gpuStore;
  if (const auto gone = lines_.insert(event.line, mark); gone && gone->mark.dirty)
    enqueue(event.time, gone->number, true);
  for (const Requester& from : flight.waiting) events_.add({event.time, 0, event.line, from, 0, 0, Kind::deliver});
}

uint64_t SharedCache::dramRowHits() const {
  uint64_t sum = 0;
  for (const DramModule& module : modules_) sum += module.rowHits;
  return sum;
}

uint64_t SharedCache::dramBusyTicks() const {
  uint64_t sum = 0;
  for (const DramModule& module : modules_) sum += module.busyTicks;
  return sum;
}

}  // namespace warpwright::memsim
