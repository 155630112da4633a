#include "app/capture/activity_trace.h"

#include <cstdlib>
#include <mutex>
#include <nlohmann/json.hpp>

#include "core/job/program_profile.h"

namespace warpwright::capture {
namespace {

namespace cupti = gpu::cupti;

constexpr size_t bufferBytes = size_t{8} << 20, alignment = 8;

struct Trace {
  const gpu::Cupti* cupti = nullptr;
  std::mutex mutex;
  ProfileBuilder profile;
};

/// Never destroyed: CUPTI's thread may give back a buffer while the process ends.
Trace& trace() {
  static Trace& instance = *new Trace;
  return instance;
}

const char* copyName(uint8_t kind) {
  switch (kind) {
    case cupti::copyToDevice:
      return "host to device";
    case cupti::copyToHost:
      return "device to host";
    case cupti::copyOnDevice:
      return "device to device";
    case cupti::copyOnHost:
      return "host to host";
    case cupti::copyBetweenDevices:
      return "between devices";
    default:
      return "arrays";
  }
}

void addRecord(ProfileBuilder& profile, const cupti::ActivityRecord& record) {
  if (record.kind == cupti::activityKernel) {
    const auto& kernel = reinterpret_cast<const cupti::KernelRecord&>(record);
    if (kernel.start == 0 || kernel.end == 0) return profile.addDropped(1);  // it failed, or was not timed
    const auto number = [](int32_t value) { return static_cast<uint32_t>(value); };
    const ProfiledShape shape{{number(kernel.gridX), number(kernel.gridY), number(kernel.gridZ)},
                              {number(kernel.blockX), number(kernel.blockY), number(kernel.blockZ)},
                              number(kernel.staticShared),
                              number(kernel.dynamicShared)};
    profile.addKernel(kernel.name, kernel.start, kernel.end, kernel.registers, shape, {kernel.device, kernel.stream});
  } else if (record.kind == cupti::activityMemcpy) {
    const auto& copy = reinterpret_cast<const cupti::MemcpyRecord&>(record);
    if (copy.start == 0 || copy.end == 0) return profile.addDropped(1);
    profile.addCopy(copyName(copy.copyKind), copy.start, copy.end, copy.bytes, {copy.device, copy.stream});
  } else if (record.kind == cupti::activityMemset) {
    const auto& fill = reinterpret_cast<const cupti::MemsetRecord&>(record);
    profile.addCopy("fill", fill.start, fill.end, fill.bytes, {fill.device, fill.stream});
  }
}

void requestBuffer(uint8_t** buffer, size_t* size, size_t* maxRecords) {
  *buffer = static_cast<uint8_t*>(std::aligned_alloc(alignment, bufferBytes));
  *size = *buffer ? bufferBytes : 0;
  *maxRecords = 0;  // as many as fit
}

void completeBuffer(cupti::Context context, uint32_t stream, uint8_t* buffer, size_t, size_t validSize) {
  Trace& own = trace();
  const std::lock_guard lock(own.mutex);
  cupti::ActivityRecord* record = nullptr;
  while (validSize > 0 && own.cupti->ActivityGetNextRecord(buffer, validSize, &record) == 0)
    addRecord(own.profile, *record);
  size_t dropped = 0;
  if (own.cupti->ActivityGetNumDroppedRecords(context, stream, &dropped) == 0) own.profile.addDropped(dropped);
  std::free(buffer);
}

}  // namespace

Status startActivityTrace(const gpu::Cupti& cupti) {
  trace().cupti = &cupti;
  cupti::Code code = cupti.ActivityRegisterCallbacks(&requestBuffer, &completeBuffer);
  for (const uint32_t kind : {cupti::activityKernel, cupti::activityMemcpy, cupti::activityMemset}) {
    if (code == 0) code = cupti.ActivityEnable(kind);
  }
  if (code == 0) return {};
  return Error{ErrorKind::worker, "NVIDIA's profiling library refused to trace the program: " + cupti.text(code) + ".",
               std::nullopt};
}

void reportActivity(const gpu::Cupti& cupti, const AnswerFile& answer) {
  cupti.ActivityFlushAll(1);
  Trace& own = trace();
  const std::lock_guard lock(own.mutex);
  answer.send("profile", toJson(own.profile.profile()));
}

}  // namespace warpwright::capture
