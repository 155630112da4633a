#include "analysis/engine/cuda/cuda_runtime.h"

/// Streams and events: all work is done when a call returns, so that they only keep time, and note what they would
/// order.
namespace warpwright::engine {
namespace {

using Clock = std::chrono::steady_clock;

template <typename Call>
int enter(Call call) {
  return CudaRuntime::current()->enter(call);
}

/// Of cudaStreamCreateWithFlags: its work is not ordered with that of the default stream.
constexpr unsigned nonBlocking = 1;

int makeStream(void** stream, unsigned flags, int priority) {
  return enter([&](CudaRuntime& r) -> int {
    if (!stream) return cuda::invalidValue;
    *stream = new char;
    r.streams()[*stream] = priority;
    r.order().addStream(*stream, (flags & nonBlocking) != 0);
    return cuda::success;
  });
}
int withStream(void* stream) {
  return enter(
      [&](CudaRuntime& r) -> int { return r.knowsStream(stream) ? cuda::success : cuda::invalidResourceHandle; });
}
int cudaStreamCreate(void** stream) {
  return makeStream(stream, 0, 0);
}
int cudaStreamCreateWithFlags(void** stream, unsigned flags) {
  return makeStream(stream, flags, 0);
}
int cudaStreamCreateWithPriority(void** stream, unsigned flags, int priority) {
  return makeStream(stream, flags, priority);
}
int cudaStreamDestroy(void* stream) {
  return enter([&](CudaRuntime& r) -> int {
    if (r.streams().erase(stream) == 0) return cuda::invalidResourceHandle;
    r.order().removeStream(stream);
    delete static_cast<char*>(stream);
    return cuda::success;
  });
}
/// Waits, or says that all is done: who looks at that relies on it as well. To ask alone shows no text.
int waitForStream(void* stream, bool asks) {
  return enter([&](CudaRuntime& r) -> int {
    if (!r.knowsStream(stream)) return cuda::invalidResourceHandle;
    if (!asks || r.looksAtAnswer()) r.order().hostWaitsForStream(stream);
    if (!asks) r.showPrinted();
    return cuda::success;
  });
}
int cudaStreamSynchronize(void* stream) {
  return waitForStream(stream, false);
}
int cudaStreamQuery(void* stream) {
  return waitForStream(stream, true);
}
int cudaStreamWaitEvent(void* stream, void* event, unsigned) {
  return enter([&](CudaRuntime& r) -> int {
    if (!r.knowsStream(stream)) return cuda::invalidResourceHandle;
    r.graphs().joinStream(stream, event);
    if (!r.graphs().capturing(stream)) r.order().wait(stream, event);
    return cuda::success;
  });
}
int cudaStreamGetFlags(void* stream, unsigned* flags) {
  return *flags = 0, withStream(stream);
}
int cudaStreamAttachMemAsync(void* stream, void*, size_t, unsigned) {
  return withStream(stream);
}
int cudaStreamGetPriority(void* stream, int* priority) {
  return enter([&](CudaRuntime& r) -> int {
    if (!r.knowsStream(stream)) return cuda::invalidResourceHandle;
    const auto found = r.streams().find(stream);
    *priority = found == r.streams().end() ? 0 : found->second;
    return cuda::success;
  });
}
int cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
  return enter([&](CudaRuntime&) -> int {
    if (least) *least = 0;
    if (greatest) *greatest = -5;
    return cuda::success;
  });
}
int cudaStreamAddCallback(void* stream, void (*callback)(void*, int, void*), void* data, unsigned) {
  return CudaRuntime::current()->callHost(stream, [=] { callback(stream, cuda::success, data); });
}
int cudaLaunchHostFunc(void* stream, void (*function)(void*), void* data) {
  if (!CudaRuntime::current()->graphs().capturing(stream)) {
    return CudaRuntime::current()->callHost(stream, [=] { function(data); });
  }
  return enter([&](CudaRuntime& r) -> int {
    return r.onStream(stream,
                      [=](CudaRuntime& run) -> int { return run.showPrinted(), function(data), cuda::success; });
  });
}

int cudaEventCreate(void** event) {
  return enter([&](CudaRuntime& r) -> int {
    if (!event) return cuda::invalidValue;
    *event = new char;
    r.events()[*event] = std::nullopt;
    return cuda::success;
  });
}
int cudaEventCreateWithFlags(void** event, unsigned) {
  return cudaEventCreate(event);
}
int cudaEventRecord(void* event, void* stream) {
  return enter([&](CudaRuntime& r) -> int {
    if (!r.events().contains(event) || !r.knowsStream(stream)) return cuda::invalidResourceHandle;
    const int code = r.onStream(stream, [event](CudaRuntime& run) -> int {
      run.events()[event] = Clock::now();
      run.order().record(event);
      return cuda::success;
    });
    r.graphs().noteEvent(event, stream);
    return code;
  });
}
int cudaEventRecordWithFlags(void* event, void* stream, unsigned) {
  return cudaEventRecord(event, stream);
}
int waitForEvent(void* event, bool asks) {
  return enter([&](CudaRuntime& r) -> int {
    if (!r.events().contains(event)) return cuda::invalidResourceHandle;
    if (!asks || r.looksAtAnswer()) r.order().hostWaitsForEvent(event);
    if (!asks) r.showPrinted();
    return cuda::success;
  });
}
int cudaEventSynchronize(void* event) {
  return waitForEvent(event, false);
}
int cudaEventQuery(void* event) {
  return waitForEvent(event, true);
}
int cudaEventDestroy(void* event) {
  return enter([&](CudaRuntime& r) -> int {
    if (r.events().erase(event) == 0) return cuda::invalidResourceHandle;
    delete static_cast<char*>(event);
    return cuda::success;
  });
}
int cudaEventElapsedTime(float* milliseconds, void* start, void* end) {
  return enter([&](CudaRuntime& r) -> int {
    const auto from = r.events().find(start), until = r.events().find(end);
    if (!milliseconds) return cuda::invalidValue;
    if (from == r.events().end() || until == r.events().end() || !from->second || !until->second) {
      return cuda::invalidResourceHandle;
    }
    for (void* event : {start, end}) {
      if (r.looksAtAnswer()) r.order().hostWaitsForEvent(event);
    }
    *milliseconds = std::chrono::duration<float, std::milli>(*until->second - *from->second).count();
    return cuda::success;
  });
}

}  // namespace

int CudaRuntime::callHost(const void* stream, std::function<void()> function) {
  // Where the stream has come to stands under the address of the piece of memory, as that of an event.
  const auto place = std::make_shared<char>();
  const int code = enter([&](CudaRuntime& r) -> int {
    if (!r.knowsStream(stream)) return cuda::invalidResourceHandle;
    return r.inOrder(stream, [&] { return r.order().record(place.get()), cuda::success; });
  });
  if (code != cuda::success) return code;
  hostFunctions_.add([this, place, call = std::move(function)] {
    const int begun = enter([&](CudaRuntime& r) -> int {
      // The function tells the host, in ways not seen here, that the stream has come this far.
      r.order().hostWaitsForEvent(place.get());
      r.showPrinted();
      return r.pauseHostWatch(true), cuda::success;
    });
    if (begun != cuda::success) return;
    call();
    enter([](CudaRuntime& r) -> int { return r.pauseHostWatch(false), cuda::success; });
  });
  return cuda::success;
}

bool CudaRuntime::knowsStream(const void* stream) const {
  // 0, 1 and 2 stand for the default, the legacy and the per-thread stream.
  return reinterpret_cast<uintptr_t>(stream) <= 2 || streams_.contains(stream);
}

void addStreamSymbols(HostProgram::Symbols& symbols) {
#define WARPWRIGHT_SYMBOL(name) symbols[#name] = reinterpret_cast<void*>(&name)
  WARPWRIGHT_SYMBOL(cudaStreamCreate);
  WARPWRIGHT_SYMBOL(cudaStreamCreateWithFlags);
  WARPWRIGHT_SYMBOL(cudaStreamCreateWithPriority);
  WARPWRIGHT_SYMBOL(cudaStreamDestroy);
  WARPWRIGHT_SYMBOL(cudaStreamSynchronize);
  WARPWRIGHT_SYMBOL(cudaStreamQuery);
  WARPWRIGHT_SYMBOL(cudaStreamWaitEvent);
  WARPWRIGHT_SYMBOL(cudaStreamGetFlags);
  WARPWRIGHT_SYMBOL(cudaStreamAttachMemAsync);
  WARPWRIGHT_SYMBOL(cudaStreamGetPriority);
  WARPWRIGHT_SYMBOL(cudaDeviceGetStreamPriorityRange);
  WARPWRIGHT_SYMBOL(cudaStreamAddCallback);
  WARPWRIGHT_SYMBOL(cudaLaunchHostFunc);
  WARPWRIGHT_SYMBOL(cudaEventCreate);
  WARPWRIGHT_SYMBOL(cudaEventCreateWithFlags);
  WARPWRIGHT_SYMBOL(cudaEventRecord);
  WARPWRIGHT_SYMBOL(cudaEventRecordWithFlags);
  WARPWRIGHT_SYMBOL(cudaEventSynchronize);
  WARPWRIGHT_SYMBOL(cudaEventQuery);
  WARPWRIGHT_SYMBOL(cudaEventDestroy);
  WARPWRIGHT_SYMBOL(cudaEventElapsedTime);
#undef WARPWRIGHT_SYMBOL
  // Version 2 takes events by the same arguments.
  symbols["cudaEventElapsedTime_v2"] = symbols["cudaEventElapsedTime"];
}

}  // namespace warpwright::engine
