#include "analysis/engine/host/output_recorder.h"

#include <sys/uio.h>
#include <unistd.h>

#include "analysis/engine/lower/source_names.h"

namespace warpwright::engine {

void OutputRecorder::addAllocation(const Allocation& allocation, bool hostWrites) {
  if (!writer_) return;
  if (const auto known = watched_.find(allocation.base); known != watched_.end()) {
    known->second.hostWrites = known->second.hostWrites || hostWrites;
    return;
  }
  const uint32_t buffer = writer_->addBuffer(allocation.name, allocation.size, allocation.at, allocation.base);
  watched_[allocation.base] = {buffer, allocation.size, hostWrites, true};
}

void OutputRecorder::addVariable(unsigned unit, const std::string& name, const DeviceVariable& variable,
                                 const Arena& arena) {
  if (!writer_) return;
  writer_->addVariable(unit, name, variable.address);
  const Allocation* held = variable.named && !variable.fixed ? arena.find(variable.address) : nullptr;
  if (held && !isRuntimeLibrary(held->at.file)) addAllocation(*held, false);
}

void OutputRecorder::addLent(const Allocation& allocation) {
  addAllocation(allocation, true);
  if (writer_) watched_[allocation.base].lent = true;
}

void OutputRecorder::watchHeap(const std::vector<const Allocation*>& live) {
  if (!writer_ || (live.empty() && heap_.empty())) return;
  std::set<uint64_t> now;
  for (const Allocation* allocation : live) {
    now.insert(allocation->base);
    if (heap_.contains(allocation->base)) continue;
    const uint32_t buffer = writer_->addBuffer(allocation->name, allocation->size, allocation->at, 0);
    watched_[allocation->base] = {buffer, allocation->size};
  }
  for (const uint64_t base : heap_) {
    if (!now.contains(base)) watched_.erase(base);
  }
  heap_ = std::move(now);
}

std::map<uint64_t, OutputRecorder::Watched>::iterator OutputRecorder::holder(uint64_t address) {
  auto next = watched_.upper_bound(address);
  if (next == watched_.begin()) return watched_.end();
  --next;
  return address < next->first + next->second.size ? next : watched_.end();
}

void OutputRecorder::noteHostWrite(uint64_t address) {
  if (const auto found = holder(address); found != watched_.end()) found->second.dirty = true;
}

void OutputRecorder::update(uint64_t base, Watched& watched) {
  watched.dirty = false;
  if (!watched.lent) return writer_->update(watched.buffer, {reinterpret_cast<const char*>(base), watched.size});
  // A program may have freed it since, and then reading it faults.
  std::string copy(watched.size, '\0');
  const iovec to{copy.data(), copy.size()}, from{reinterpret_cast<void*>(base), watched.size};
  if (process_vm_readv(getpid(), &to, 1, &from, 1, 0) == static_cast<ssize_t>(watched.size))
    writer_->update(watched.buffer, copy);
}

void OutputRecorder::updateAll(bool onlyDirty) {
  for (auto& [base, watched] : watched_) {
    if (!onlyDirty || watched.dirty || watched.hostWrites) update(base, watched);
  }
}

void OutputRecorder::beforeLaunch(const std::string& kernel, const std::vector<uint64_t>& pointers,
                                  const std::vector<std::string>& elementTypes) {
  if (!writer_) return;
  for (size_t i = 0; i < pointers.size() && i < elementTypes.size(); ++i) {
    if (elementSize(elementTypes[i]) == 0) continue;
    if (const auto found = holder(pointers[i]); found != watched_.end()) {
      writer_->setElementType(found->second.buffer, elementTypes[i]);
    }
  }
  updateAll(true);
  writer_->step({OutputStep::Kind::beforeLaunch, kernel});
}

void OutputRecorder::addSums(const std::vector<BoundedSum>& sums) {
  if (!writer_) return;
  for (const BoundedSum& sum : sums) {
    const auto found = holder(sum.address);  // others are in shared memory
    if (found == watched_.end()) continue;
    writer_->addSum({found->second.buffer, sum.address - found->first, sum.bytes, sum.bits, sum.bound});
  }
}

void OutputRecorder::afterLaunch(const std::string& kernel, const SourcePosition& at) {
  if (!writer_) return;
  updateAll(false);
  writer_->step({OutputStep::Kind::launch, kernel, 0, 0, 0, at});
}

void OutputRecorder::copiedToHost(uint64_t address, const void* host, uint64_t bytes, const SourcePosition& at) {
  if (!writer_) return;
  const auto found = holder(address);
  // What the runtime library reads to plan with is nothing that the program computed.
  if (found == watched_.end() || isRuntimeLibrary(at.file)) return;
  writer_->step({OutputStep::Kind::copy, "", found->second.buffer, address - found->first, bytes, at},
                {static_cast<const char*>(host), bytes});
}

void OutputRecorder::beforeFree(uint64_t address, const SourcePosition& at) {
  if (!writer_) return;
  const auto found = watched_.find(address);
  if (found == watched_.end()) return;
  update(address, found->second);
  writer_->step({OutputStep::Kind::release, "", found->second.buffer, 0, found->second.size, at});
  watched_.erase(found);
}

Status OutputRecorder::finish() {
  if (!writer_) return {};
  updateAll(false);
  writer_->step({OutputStep::Kind::end});
  return writer_->finish();
}

}  // namespace warpwright::engine
