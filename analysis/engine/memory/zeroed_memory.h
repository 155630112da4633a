#pragma once

#include <sys/mman.h>

#include <cstdint>
#include <utility>

namespace warpwright::engine {

/// Room for `count` values of a plain type, all zero at first. What is never touched takes no memory. False: there is
/// no room.
template <typename T>
class ZeroedMemory {
 public:
  explicit ZeroedMemory(uint64_t count) : bytes_(count * sizeof(T)) {
    void* memory = ::mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory != MAP_FAILED) values_ = static_cast<T*>(memory);
  }
  ~ZeroedMemory() {
    if (values_ != nullptr) ::munmap(values_, bytes_);
  }
  ZeroedMemory(ZeroedMemory&& other) noexcept : bytes_(other.bytes_), values_(std::exchange(other.values_, nullptr)) {}
  ZeroedMemory& operator=(ZeroedMemory&&) = delete;

  explicit operator bool() const { return values_ != nullptr; }
  T& operator[](uint64_t i) { return values_[i]; }
  const T& operator[](uint64_t i) const { return values_[i]; }
  /// All are zero again.
  void clear() { ::madvise(values_, bytes_, MADV_DONTNEED); }

 private:
  uint64_t bytes_;
  T* values_ = nullptr;
};

}  // namespace warpwright::engine
