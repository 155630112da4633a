#include "analysis/engine/cuda/launch_observer.h"

#include <algorithm>
#include <cstring>
#include <limits>

#include "core/base/symbol_name.h"

namespace warpwright::engine {
namespace {

/// What cudaMalloc promises of each piece of memory on any device. Here it lies better than that.
constexpr uint64_t promisedAlignment = 256;

/// Streams that are no objects of the program: the default one by other names.
constexpr uint64_t lastNamedStream = 2;

/// All that is told of launches, so that two are the same where it is.
class Key {
 public:
  void add(uint64_t number) { text_.append(reinterpret_cast<const char*>(&number), sizeof number); }
  void add(const std::string& text) {
    add(text.size());
    text_ += text;
  }
  void add(const std::array<uint32_t, 3>& shape) {
    for (const uint32_t extent : shape) add(uint64_t{extent});
  }
  void add(const ObservedArgument& argument) {
    add(argument.bits.has_value());
    add(argument.bits.value_or(0));
    add(argument.memory.has_value());
    if (!argument.memory) return;
    const auto& [name, number, size, offset, alignment] = *argument.memory;
    add(name);
    for (const uint64_t one : {uint64_t{number}, size, offset, uint64_t{alignment}}) add(one);
  }
  std::string take() { return std::move(text_); }

 private:
  std::string text_;
};

/// Names, types and sizes of parameters are those of the kernel.
std::string keyOf(const ObservedLaunch& launch) {
  Key key;
  key.add(launch.at.file);
  for (const uint64_t one : {uint64_t{launch.at.line}, uint64_t{launch.at.column}, launch.sharedBytes,
                             uint64_t{launch.cooperative}, uint64_t{launch.stream}})
    key.add(one);
  key.add(launch.grid);
  key.add(launch.block);
  for (const ObservedArgument& argument : launch.arguments) key.add(argument);
  return key.take();
}

}  // namespace

Observation LaunchObserver::observe(const ObservableLaunch& launch) {
  Kernel& kernel = kernelOf(launch);
  const LaunchRequest& request = launch.request;
  ObservedLaunch seen;
  seen.kernel = request.kernel;
  seen.at = launch.at;
  seen.grid = request.grid;
  seen.block = request.block;
  seen.sharedBytes = request.dynamicSharedBytes;
  seen.cooperative = request.cooperative;
  seen.stream = numberOf(launch.stream);
  seen.arguments = argumentsOf(launch, kernel);
  Observation told;
  told.kernel = kernel.number;
  std::string key = keyOf(seen);
  if (const auto known = kernel.launches.find(key); known != kernel.launches.end()) {
    told.number = known->second;
  } else if (kernel.launches.size() < ObservedKernel::mostLaunches) {
    told.number = static_cast<uint32_t>(kernel.launches.size());
    kernel.launches.emplace(std::move(key), *told.number);
    told.launch = std::move(seen);
    told.definedAt = launch.kernel.at;
  }
  return told;
}

/// Kernels of several units may have one name, where each is its unit's own.
LaunchObserver::Kernel& LaunchObserver::kernelOf(const ObservableLaunch& launch) {
  const auto [entry, isNew] = kernels_.try_emplace(launch.request.kernel + ' ' + toString(launch.kernel.at));
  Kernel& kernel = entry->second;
  if (isNew) {
    kernel.number = static_cast<uint32_t>(kernels_.size() - 1);
    kernel.names = launch.parameterNames();
    kernel.types = parameterTypes(launch.request.kernel);
    // Text that was read otherwise than the compiler reads it says nothing.
    const size_t count = launch.kernel.parameterSizes.size();
    if (kernel.names.size() != count) kernel.names.clear();
    if (kernel.types.size() != count) kernel.types.clear();
  }
  return kernel;
}

uint32_t LaunchObserver::numberOf(const void* stream) {
  if (reinterpret_cast<uint64_t>(stream) <= lastNamedStream) return 0;
  return streams_.try_emplace(stream, static_cast<uint32_t>(streams_.size() + 1)).first->second;
}

std::vector<ObservedArgument> LaunchObserver::argumentsOf(const ObservableLaunch& launch, const Kernel& kernel) const {
  std::vector<ObservedArgument> arguments;
  std::vector<uint64_t> allocations;  // in the order in which arguments lead to them
  const std::vector<uint64_t>& sizes = launch.kernel.parameterSizes;
  for (size_t i = 0; i < sizes.size(); ++i) {
    ObservedArgument& argument = arguments.emplace_back();
    if (i < kernel.names.size()) argument.name = kernel.names[i];
    if (i < kernel.types.size()) argument.type = kernel.types[i];
    argument.bytes = static_cast<uint32_t>(sizes[i]);
    if (sizes[i] > sizeof(uint64_t) || launch.request.arguments == nullptr || !launch.request.arguments[i]) continue;
    uint64_t bits = 0;
    std::memcpy(&bits, launch.request.arguments[i], sizes[i]);
    argument.bits = bits;
    // A number stays one, whatever else it could be.
    if (argument.type.empty() ? sizes[i] != sizeof bits : !valueText(argument).empty()) continue;
    const Allocation* allocation = sizes[i] == sizeof bits ? arena_.find(bits) : nullptr;
    if (!argument.type.empty() || allocation) argument.bits.reset();
    if (!allocation || !allocation->live) continue;
    auto known = std::find(allocations.begin(), allocations.end(), allocation->base);
    if (known == allocations.end()) known = allocations.insert(known, allocation->base);
    ObservedMemory memory{allocation->name, static_cast<uint32_t>(known - allocations.begin()), allocation->size,
                          bits - allocation->base, 0};
    if (launch.isAllocated(allocation->base)) {
      const uint64_t lowest = memory.offset & (~memory.offset + 1);
      memory.alignment = static_cast<uint32_t>(lowest == 0 ? promisedAlignment : std::min(lowest, promisedAlignment));
    }
    argument.memory = std::move(memory);
  }
  return arguments;
}

}  // namespace warpwright::engine
