#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/base/source_range.h"

namespace warpwright::engine {

/// One piece of device memory: from cudaMalloc, a __device__ or __constant__ variable, or the engine's own.
struct Allocation {
  uint64_t base = 0, size = 0;
  std::string name;   ///< for messages: "gpuWall", "cudaMalloc #3", "__constant__ coefficients"
  SourcePosition at;  ///< where it was allocated or declared; may be unknown
  bool live = true;   ///< false: freed; the address is not used again while memory lasts
};

/// Device memory of the CPU engine, at the same addresses in every run: pointers inside buffers mean the same in each
/// run, and two runs can be compared bit by bit. Allocations have red zones of at least `redZone` bytes on both sides;
/// around the arena nothing is mapped, so a far wrong address faults. One a process.
class Arena {
 public:
  static constexpr uint64_t baseAddress = 0x200000000000;
  static constexpr uint64_t redZone = 512;
  static constexpr uint64_t alignment = 512;
  static constexpr uint64_t furthest = uint64_t{1} << 44;  ///< addresses that an arena of any size may have

  /// Reserves `limitBytes` of addresses at `baseAddress` (memory is taken as it is touched), and those up to
  /// `lastAddress` where that is further. Errors: the range is taken.
  static Result<std::unique_ptr<Arena>> create(uint64_t limitBytes, uint64_t lastAddress = 0);
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;
  ~Arena();

  /// `bytes` of zeroed memory, aligned to `alignment`. Errors: past the limit (says how much is in use).
  Result<uint64_t> allocate(uint64_t bytes, std::string name, SourcePosition at);
  /// The same on pages that nothing else lies on, where there is room for it.
  Result<uint64_t> allocatePages(uint64_t bytes, std::string name, SourcePosition at);
  /// The same for what device code allocates: in a part of the arena where it does not move what the host allocates.
  Result<uint64_t> allocateOnHeap(uint64_t bytes, std::string name, SourcePosition at);
  /// The same at an address that another run had. Errors: not of this arena, taken.
  Status allocateAt(uint64_t address, uint64_t bytes, std::string name, SourcePosition at);
  /// The freed allocation that started there is live again, its memory zeroed. Errors: there was none, it is live.
  Status allocateAgain(uint64_t address);
  /// Memory of the host that device code may use where it lies. Errors: some of it is lent already, it is of the arena.
  Status lend(uint64_t address, uint64_t bytes, std::string name, SourcePosition at);
  /// Device code may use what was lent from there no more.
  void takeBack(uint64_t address);

  /// Keeps addresses below `address` free of what `allocate` gives, while there are others.
  void keepFreeBelow(uint64_t address);
  /// Errors: not the start of a live allocation (says what it is instead).
  Status free(uint64_t address);

  /// The allocation, live or freed, or the memory that was lent, that holds `address`; null between them. Logarithmic.
  const Allocation* find(uint64_t address) const;
  /// The allocation, live or freed, that starts or ends closest to `address`; null while there is none.
  const Allocation* nearest(uint64_t address) const;
  /// Live allocations by address.
  std::vector<const Allocation*> live() const;
  /// True where an arena of some size may have the address: memory of the host lies elsewhere.
  static bool mayContain(uint64_t address) { return address >= baseAddress && address - baseAddress < furthest; }
  /// True inside the reserved range, allocated or not.
  bool contains(uint64_t address) const;

  /// Addresses from `baseAddress` on that are the arena's.
  uint64_t reservedBytes() const;
  uint64_t usedBytes() const;
  uint64_t peakBytes() const;

 private:
  struct State;
  explicit Arena(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace warpwright::engine
