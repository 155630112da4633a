#pragma once

#include <cstddef>
#include <cstdint>

namespace warpwright::engine {

class BlockRunner;

/// Operations that the lanes of a warp do together.
enum class WarpOperation : uint32_t {
  sync,
  shuffleUp,
  shuffleDown,
  shuffleXor,
  shuffleIndex,
  ballot,
  all,
  any,
  uniform,
  matchAny,
  matchAll,
  reduceAdd,
  reduceMin,
  reduceMax,
  reduceUnsignedMin,
  reduceUnsignedMax,
  reduceAnd,
  reduceOr,
  reduceXor,
  activeMask,
};

/// What the checks know of an atomic: whether it changes the value that it finds.
enum class AtomicUpdate : uint32_t { other, exchange, unlessZero, bitOr, bitAnd, compareExchange };

/// Which threads an atomic, a volatile access or a fence is meant for.
enum class Scope : uint8_t { block, device, system };

/// One thread of the running block. Generated code reads and writes the first fields at fixed offsets, held by the
/// static_asserts below.
struct alignas(64) DeviceThread {
  char* shared = nullptr;  ///< shared memory of the block
  uint64_t accesses = 0;   ///< loads and stores so far
  uint32_t threadIdx[3] = {};
  uint32_t blockIdx[3] = {};
  uint32_t blockDim[3] = {};
  uint32_t gridDim[3] = {};
  uint32_t lane = 0, warp = 0;
  uint32_t dynamicSharedBytes = 0;
  uint32_t linear = 0;              ///< index in the block
  uint64_t* traceCursor = nullptr;  ///< where traced code writes its next event
  uint64_t* traceLimit = nullptr;   ///< past it the thread waits for its warp; there is some room behind
  uint32_t traceSite = 0;           ///< of the texture fetch that comes next, plus 1; 0: it is not traced
  uint32_t spins = 0;               ///< volatile loads and exchanges since the last switch

  void* stackPointer = nullptr;
  struct ThreadFrame* frame = nullptr;  ///< of a stepwise kernel
  BlockRunner* runner = nullptr;
  uint32_t site = 0;  ///< of the last access or synchronisation, in checked code
  // The operation that the thread waits in:
  WarpOperation operation = WarpOperation::sync;
  uint32_t mask = 0;  ///< named lanes; 0: whoever is converged here (operations without _sync)
  uint32_t barrier = 0;
  uint64_t value = 0;               ///< operand
  uint32_t operand = 0, clamp = 0;  ///< lane or delta, and the packed width of shuffles
  uint64_t result = 0;
  uint32_t predicate = 0;
};

static_assert(offsetof(DeviceThread, shared) == 0);
static_assert(offsetof(DeviceThread, accesses) == 8);
static_assert(offsetof(DeviceThread, threadIdx) == 16);
static_assert(offsetof(DeviceThread, blockIdx) == 28);
static_assert(offsetof(DeviceThread, blockDim) == 40);
static_assert(offsetof(DeviceThread, gridDim) == 52);
static_assert(offsetof(DeviceThread, lane) == 64);
static_assert(offsetof(DeviceThread, warp) == 68);
static_assert(offsetof(DeviceThread, dynamicSharedBytes) == 72);
static_assert(offsetof(DeviceThread, traceCursor) == 80);
static_assert(offsetof(DeviceThread, traceLimit) == 88);
static_assert(offsetof(DeviceThread, traceSite) == 96);

/// What a thread of a stepwise kernel keeps over barriers; its values lie behind. `resume` is null once the thread is
/// over.
struct ThreadFrame {
  void (*resume)(ThreadFrame*);
  void (*drop)(ThreadFrame*);
};

/// Offset in a block's shared memory, behind what a block can have, of the bytes that cooperative groups keep for
/// themselves.
inline constexpr uint64_t reservedSharedOffset = 250u << 10;

/// What a compiled kernel is: one call is one thread.
using KernelEntry = void (*)(DeviceThread* thread, void** arguments);

}  // namespace warpwright::engine
