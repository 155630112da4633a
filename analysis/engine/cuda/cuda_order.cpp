#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "analysis/engine/cuda/cuda_runtime.h"

/// What orders the work that the CUDA runtime is given, and what nothing orders.
namespace warpwright::engine {
namespace {

constexpr const char* findingKind = "missing-synchronisation";

std::string lineOf(const SourcePosition& at) {
  return at.isValid() ? " (" + inFile(at) + ")" : "";
}

const char* does(StreamOrder::Action action) {
  switch (action) {
    case StreamOrder::Action::reads:
      return "reads";
    case StreamOrder::Action::writes:
      return "writes";
    case StreamOrder::Action::allocates:
      return "allocates";
    default:
      return "frees";
  }
}

}  // namespace

void CudaRuntime::beginWork(const void* stream) {
  if (order_.working() || !options_.check) return order_.begin(stream, {});
  std::string call = lastCall();
  order_.begin(stream, {call.substr(0, call.find(' ')), "", here()});
}

/// The work under way is, or has, a launch of a kernel.
void CudaRuntime::nameWork(const std::string& kernel, const SourcePosition& at) {
  if (!options_.check) return;
  launched_ = StreamOrder::Work{"`" + kernel + "`", kernel, at};
  order_.setWork(*launched_);
}

void CudaRuntime::tellUnordered(const StreamOrder::Unordered& found) {
  const Allocation* allocation = arena_.find(found.address);
  const std::string object = allocation ? allocation->name : "device memory";
  EngineFinding finding;
  finding.kind = findingKind;
  finding.kernel = found.later.kernel.empty() ? found.earlier.kernel : found.later.kernel;
  finding.object = object;
  if (found.second == StreamOrder::Second::host) {
    const std::string function = hostTouch_ && hostFunctionAt_ ? hostFunctionAt_(hostTouch_->programCounter) : "";
    const bool known = leftAfter_.name.empty() || leftAfter_.at == found.earlier.at;
    const std::string call = known ? "" : leftAfter_.name + lineOf(leftAfter_.at);
    finding.at = found.earlier.at;
    finding.other = leftAfter_.at;
    finding.message = "The host " + std::string(does(found.laterDoes)) + " `" + object + "`" +
                      (function.empty() ? "" : " in " + function) + (call.empty() ? "" : " after " + call) +
                      ", while " + found.earlier.name + lineOf(found.earlier.at) + ", which " +
                      does(found.earlierDoes) +
                      " it, may still be under way: wait for it first (cudaDeviceSynchronize, "
                      "cudaStreamSynchronize).";
  } else {
    const bool isBranch = found.second == StreamOrder::Second::branch;
    finding.at = found.later.at;
    finding.other = found.earlier.at;
    finding.message = found.later.name + " " + does(found.laterDoes) + " `" + object + "`, while " +
                      found.earlier.name + lineOf(found.earlier.at) +
                      (isBranch ? " in another branch of the graph, which " : " in another stream, which ") +
                      does(found.earlierDoes) + " it, may still be under way: " +
                      (isBranch ? "make one node depend on the other."
                                : "let its stream wait (cudaEventRecord and cudaStreamWaitEvent), or the host "
                                  "(cudaStreamSynchronize).");
  }
  addFinding(std::move(finding));
}

/// The host has touched memory that a GPU keeps from it.
void CudaRuntime::tellDeviceTouch(uint64_t address, bool writes, uint64_t programCounter) {
  const Allocation* allocation = arena_.find(address);
  const bool isLive = allocation != nullptr && allocation->live;
  const std::string function = hostFunctionAt_ && programCounter != 0 ? hostFunctionAt_(programCounter) : "";
  EngineFinding finding;
  finding.kind = "host-access";
  finding.object = allocation ? allocation->name : "device memory";
  finding.at = leftAfter_.at;
  finding.message =
      std::string("The host ") + (writes ? "writes" : "reads") + " `" + finding.object + "`" +
      (function.empty() ? "" : " in " + function) +
      (leftAfter_.name.empty() ? "" : " after " + leftAfter_.name + lineOf(leftAfter_.at)) +
      (isLive
           ? ", which is memory of the device: on a GPU the program ends there. Copy it (cudaMemcpy), or allocate it "
             "for both (cudaMallocManaged)."
           : ", where the device has no memory that is allocated: on a GPU the program ends there.");
  addFinding(std::move(finding));
}

void CudaRuntime::hostIsAway() {
  launched_.reset();
  if (!hostWatch_) return;
  const std::vector<HostWatch::Touch> touches = hostWatch_->hostIsAway();
  for (const DeviceMemoryGuard::Touch& touch : hostWatch_->deviceTouches())
    tellDeviceTouch(touch.address, touch.writes, touch.programCounter);
  if (hostPaused_ > 0) return;
  for (const HostWatch::Touch& touch : touches) {
    hostTouch_ = &touch;
    order_.hostTouched(touch.access);
  }
  hostTouch_ = nullptr;
  order_.hostHasReadFlags();
}

void CudaRuntime::hostGoesOn() {
  if (!options_.check || hostPaused_ > 0) return;
  const std::string call = lastCall();
  leftAfter_ = launched_ ? std::move(*launched_) : StreamOrder::Work{call.substr(0, call.find(' ')), "", here()};
  launched_.reset();
  if (!hostWatch_) hostWatch_.emplace(arena_, order_);
  if (hostWatch_->ended()) return;
  std::vector<const Allocation*> shared;
  const auto add = [&](uint64_t address) {
    if (const Allocation* allocation = arena_.find(address); allocation && allocation->live)
      shared.push_back(allocation);
  };
  for (const auto& [address, kind] : kinds_) {
    if (kind != MemoryKind::device) add(address);
  }
  for (const uint64_t address : managedVariables_) add(address);
  std::sort(shared.begin(), shared.end(), [](const Allocation* a, const Allocation* b) { return a->base < b->base; });
  hostWatch_->hostGoesOn(shared, callSiteNumber(), order_.watching());
}

void CudaRuntime::hostHandsOver(const void* memory, uint64_t bytes, bool writes) {
  const std::lock_guard lock(mutex_);
  const HostAway away(*this);
  const auto from = reinterpret_cast<uint64_t>(memory);
  if (kindOf(memory).value_or(MemoryKind::managed) == MemoryKind::device) tellDeviceTouch(from, writes, 0);
  for (uint64_t at = from; at < from + bytes && hostPaused_ == 0 && order_.watching(); ++at) {
    const HostWatch::Touch touch{0, {at, writes, false}};
    if (!order_.meetsHost(touch.access)) continue;
    hostTouch_ = &touch;
    order_.hostTouched(touch.access);
    hostTouch_ = nullptr;
    break;
  }
  ++hostPaused_;
}

void CudaRuntime::endHostWatch() {
  runHostFunctions();
  // Another thread may hang in a call.
  const std::unique_lock lock(mutex_, std::try_to_lock);
  if (lock) hostIsAway();
  if (hostWatch_) hostWatch_->end();
}

/// Memory of the host that copies go through a buffer for: neither taken from nor told to the runtime.
bool CudaRuntime::isPageable(const void* host) const {
  const auto address = reinterpret_cast<uint64_t>(host);
  if (arena_.contains(address)) return false;
  const auto next = registered_.upper_bound(address);
  return next == registered_.begin() || address >= std::prev(next)->first + std::prev(next)->second;
}

void CudaRuntime::noteCopy(const void* target, const void* source, uint64_t targetBytes, uint64_t sourceBytes) {
  // The call returns once such memory holds the copy.
  if (target && source && isPageable(target)) order_.hostWaitsForThis();
  Footprint* touched = order_.footprint();
  if (!touched) return;
  const auto to = reinterpret_cast<uint64_t>(target), from = reinterpret_cast<uint64_t>(source);
  if (target && arena_.contains(to)) touched->add(to, targetBytes, Footprint::Access::write);
  if (source && arena_.contains(from)) touched->add(from, sourceBytes, Footprint::Access::read);
}

namespace {

/// Gives `memory` to the system.
template <typename Call>
auto handOver(const void* memory, size_t bytes, bool writes, Call call) {
  CudaRuntime* runtime = CudaRuntime::current();
  if (runtime == nullptr || !runtime->arena().contains(reinterpret_cast<uint64_t>(memory))) return call();
  runtime->hostHandsOver(memory, bytes, writes);
  const auto result = call();
  runtime->enter([](CudaRuntime& r) -> int { return r.pauseHostWatch(false), cuda::success; });
  return result;
}
size_t writeItems(const void* memory, size_t size, size_t count, std::FILE* file) {
  return handOver(memory, size * count, false, [&] { return std::fwrite(memory, size, count, file); });
}
size_t readItems(void* memory, size_t size, size_t count, std::FILE* file) {
  return handOver(memory, size * count, true, [&] { return std::fread(memory, size, count, file); });
}
ssize_t writeBytes(int file, const void* memory, size_t bytes) {
  return handOver(memory, bytes, false, [&] { return ::write(file, memory, bytes); });
}
ssize_t readBytes(int file, void* memory, size_t bytes) {
  return handOver(memory, bytes, true, [&] { return ::read(file, memory, bytes); });
}

}  // namespace

void addHandOverSymbols(HostProgram::Symbols& symbols) {
  symbols["fwrite"] = reinterpret_cast<void*>(&writeItems);
  symbols["fread"] = reinterpret_cast<void*>(&readItems);
  symbols["write"] = reinterpret_cast<void*>(&writeBytes);
  symbols["read"] = reinterpret_cast<void*>(&readBytes);
  symbols[meantAccessFunction] = reinterpret_cast<void*>(&HostWatch::noteMeant);
}

}  // namespace warpwright::engine
