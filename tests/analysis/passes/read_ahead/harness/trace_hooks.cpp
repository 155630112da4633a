// The functions that `-fsanitize=thread` calls at each access of memory: they record the cache lines of the watched
// memory that a kernel (1) and its pre-execution program (2) touch. Compiled without that option, linked without its
// library.
#include <cstdint>
#include <cstdio>
#include <set>
#include <utility>
#include <vector>

int traced = 0;

namespace {

constexpr uint64_t lineBytes = 64;
std::vector<std::pair<uint64_t, uint64_t>>& watched() {
  static std::vector<std::pair<uint64_t, uint64_t>> ranges;
  return ranges;
}
std::set<uint64_t>& lines(int program) {
  static std::set<uint64_t> sets[3];
  return sets[program];
}
void touch(const void* address, uint64_t bytes) {
  if (traced == 0) return;
  const uint64_t at = reinterpret_cast<uint64_t>(address);
  for (const auto& [begin, end] : watched()) {
    if (at < begin || at >= end) continue;
    for (uint64_t line = at / lineBytes; line <= (at + bytes - 1) / lineBytes; ++line) lines(traced).insert(line);
  }
}

}  // namespace

void watch(const void* data, uint64_t bytes) {
  const uint64_t begin = reinterpret_cast<uint64_t>(data);
  watched().push_back({begin, begin + bytes});
}

/// "KERNEL PREEXECUTION COMMON": numbers of lines.
void report() {
  traced = 0;
  uint64_t common = 0;
  for (const uint64_t line : lines(2)) common += lines(1).count(line);
  std::printf("%zu %zu %llu\n", lines(1).size(), lines(2).size(), static_cast<unsigned long long>(common));
  lines(2).clear();
}

extern "C" {
void __tsan_init() {}
void __tsan_func_entry(void*) {}
void __tsan_func_exit() {}
#define HOOKS(n)                                  \
  void __tsan_read##n(void* address) {            \
    touch(address, n);                            \
  }                                               \
  void __tsan_write##n(void* address) {           \
    touch(address, n);                            \
  }                                               \
  void __tsan_unaligned_read##n(void* address) {  \
    touch(address, n);                            \
  }                                               \
  void __tsan_unaligned_write##n(void* address) { \
    touch(address, n);                            \
  }
HOOKS(1) HOOKS(2) HOOKS(4) HOOKS(8) HOOKS(16) void __tsan_read_range(void* address, uint64_t bytes) {
  touch(address, bytes);
}
void __tsan_write_range(void* address, uint64_t bytes) {
  touch(address, bytes);
}
void __tsan_vptr_update(void**, void*) {}
void __tsan_vptr_read(void**) {}
char __tsan_atomic8_load(const volatile char* address, int) {
  return *address;
}
void __tsan_atomic8_store(volatile char* address, char value, int) {
  *address = value;
}
long __tsan_atomic64_load(const volatile long* address, int) {
  return *address;
}
void __tsan_atomic64_store(volatile long* address, long value, int) {
  *address = value;
}
}
