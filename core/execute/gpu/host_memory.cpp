#include "core/execute/gpu/host_memory.h"

#include <sys/mman.h>

#include <cerrno>
#include <cstring>
#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>
#endif

namespace warpwright::gpu {
namespace {

/// Of large pages, so that the CPU's are as large as the GPU's.
constexpr uint64_t granularity = uint64_t{2} << 20;
constexpr uint64_t lineBytes = 64;

#if defined(__x86_64__)
/// Does not wait for one line before it begins with the next.
__attribute__((target("clflushopt"))) void flushSideBySide(const AddressRange& range) {
  for (uint64_t at = range.begin; at < range.end; at += lineBytes) _mm_clflushopt(reinterpret_cast<char*>(at));
}

void flushRange(const AddressRange& range) {
  static const bool sideBySide = [] {
    unsigned a = 0, b = 0, c = 0, d = 0;
    return __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & bit_CLFLUSHOPT) != 0;
  }();
  if (sideBySide) {
    flushSideBySide(range);
  } else {
    for (uint64_t at = range.begin; at < range.end; at += lineBytes) _mm_clflush(reinterpret_cast<const char*>(at));
  }
  _mm_mfence();
}
#elif defined(__aarch64__)
void flushRange(const AddressRange& range) {
  for (uint64_t at = range.begin; at < range.end; at += lineBytes) asm volatile("dc civac, %0" : : "r"(at) : "memory");
  asm volatile("dsb sy" : : : "memory");
}
#else
#error "How does this CPU take a line out of its caches?"
#endif

}  // namespace

Result<HostMemory> HostMemory::reserve(const std::vector<AddressRange>& pieces, bool margins) {
  HostMemory memory;
  for (const AddressRange& range : planAddresses(pieces, granularity, margins).mapped) {
    void* const wanted = reinterpret_cast<void*>(range.begin);
    void* const got =
        ::mmap(wanted, range.size(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    if (got != wanted) {
      const int problem = got == MAP_FAILED ? errno : EEXIST;
      if (got != MAP_FAILED) ::munmap(got, range.size());
      const bool taken = problem == EEXIST;
      return Error{taken ? ErrorKind::stale : ErrorKind::worker,
                   "The captured memory cannot be put back: " + hexadecimal(range.begin) +
                       (taken ? " is taken in this process. Capture the launch again."
                              : std::string(" cannot be had (") + std::strerror(problem) +
                                    "). Free memory of the CPU, or capture a smaller launch."),
                   std::nullopt};
    }
    ::madvise(got, range.size(), MADV_HUGEPAGE);
    memory.mapped_.push_back(range);
  }
  return memory;
}

Status HostMemory::share(const Gpu& gpu) const {
  int same = 0;
  gpu.driver->cuDeviceGetAttribute(&same, cuHostPointerIsDevicePointer, gpu.about.handle);
  if (!same || !gpu.driver->cuMemHostRegister) {
    return Error{
        ErrorKind::worker,
        gpu.about.name +
            " cannot reach the CPU's memory by the CPU's addresses, so that no program can run beside a kernel there. "
            "`warpwright preexec` has a model of a chip on which it can.",
        std::nullopt};
  }
  for (const AddressRange& range : mapped_) {
    const CuResult result =
        gpu.driver->cuMemHostRegister(reinterpret_cast<void*>(range.begin), range.size(), cuRegisterMapped);
    if (result != cuSuccess)
      return gpu.error(ErrorKind::worker, "The CPU's memory cannot be made the GPU's, too", result);
  }
  return {};
}

void HostMemory::flush() const {
  for (const AddressRange& range : mapped_) flushRange(range);
}

}  // namespace warpwright::gpu
