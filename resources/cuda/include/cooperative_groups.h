// Cooperative groups: the block, tiles of a warp, the active lanes, the grid.
#ifndef WARPWRIGHT_PUBLIC_COOPERATIVE_GROUPS_H
#define WARPWRIGHT_PUBLIC_COOPERATIVE_GROUPS_H
#pragma GCC system_header
#include <warpwright/runtime_api.h>
#if defined(__cplusplus) && defined(__CUDA__)

extern "C" __device__ void __warpwright_gridSync();

namespace cooperative_groups {

#define WARPWRIGHT_METHOD __device__ __inline__ __attribute__((always_inline))

namespace details {
WARPWRIGHT_METHOD unsigned lane() {
  return __nvvm_read_ptx_sreg_laneid();
}
WARPWRIGHT_METHOD unsigned blockRank() {
  return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}
WARPWRIGHT_METHOD unsigned blockSize() {
  return blockDim.x * blockDim.y * blockDim.z;
}
/// Shuffles of any type: word by word where it is a class, as the headers have them where it is a number.
template <class T, bool isClass = __is_class(T) || __is_union(T)>
struct shuffler {
  template <class Shuffle>
  static WARPWRIGHT_METHOD T by(const T& value, Shuffle shuffle) {
    return shuffle(value);
  }
};
template <class T>
struct shuffler<T, true> {
  template <class Shuffle>
  static WARPWRIGHT_METHOD T by(const T& value, Shuffle shuffle) {
    unsigned words[(sizeof(T) + 3) / 4] = {};
    __builtin_memcpy(words, &value, sizeof(T));
    for (unsigned i = 0; i < (sizeof(T) + 3) / 4; ++i) words[i] = shuffle(words[i]);
    T result;
    __builtin_memcpy(&result, words, sizeof(T));
    return result;
  }
};
struct by_index {
  unsigned mask;
  int lane, width;
  template <class W>
  WARPWRIGHT_METHOD W operator()(W word) const {
    return __shfl_sync(mask, word, lane, width);
  }
};
struct by_down {
  unsigned mask, delta;
  int width;
  template <class W>
  WARPWRIGHT_METHOD W operator()(W word) const {
    return __shfl_down_sync(mask, word, delta, width);
  }
};
struct by_up {
  unsigned mask, delta;
  int width;
  template <class W>
  WARPWRIGHT_METHOD W operator()(W word) const {
    return __shfl_up_sync(mask, word, delta, width);
  }
};
struct by_xor {
  unsigned mask;
  int lanes, width;
  template <class W>
  WARPWRIGHT_METHOD W operator()(W word) const {
    return __shfl_xor_sync(mask, word, lanes, width);
  }
};
}  // namespace details

class thread_group {
 public:
  WARPWRIGHT_METHOD void sync() const {
    if (mask_) {
      __syncwarp(mask_);
    } else {
      __syncthreads();
    }
  }
  WARPWRIGHT_METHOD unsigned long long size() const { return mask_ ? __popc(mask_) : details::blockSize(); }
  WARPWRIGHT_METHOD unsigned long long num_threads() const { return size(); }
  WARPWRIGHT_METHOD unsigned long long thread_rank() const {
    return mask_ ? __popc(mask_ & ((1u << details::lane()) - 1)) : details::blockRank();
  }
  WARPWRIGHT_METHOD bool is_valid() const { return true; }
  /// The lanes of this group that pass an equal label. Requires: a part of a warp.
  template <class Label>
  WARPWRIGHT_METHOD class coalesced_group lanesWith(Label label) const;

 protected:
  WARPWRIGHT_METHOD explicit thread_group(unsigned mask) : mask_(mask) {}
  unsigned mask_;  ///< lanes of the warp; 0: the whole block
};

/// What tiles of more than a warp keep their parts in while they reduce.
template <unsigned MaxBlockSize = 1024>
struct block_tile_memory {
  unsigned long long parts[(MaxBlockSize + 31) / 32];
};

class thread_block : public thread_group {
 public:
  WARPWRIGHT_METHOD static void sync() { __syncthreads(); }
  WARPWRIGHT_METHOD static unsigned thread_rank() { return details::blockRank(); }
  WARPWRIGHT_METHOD static unsigned size() { return details::blockSize(); }
  WARPWRIGHT_METHOD static unsigned num_threads() { return details::blockSize(); }
  WARPWRIGHT_METHOD static dim3 group_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
  WARPWRIGHT_METHOD static dim3 thread_index() { return dim3(threadIdx.x, threadIdx.y, threadIdx.z); }
  WARPWRIGHT_METHOD static dim3 group_dim() { return dim3(blockDim.x, blockDim.y, blockDim.z); }
  WARPWRIGHT_METHOD static dim3 dim_threads() { return group_dim(); }

 private:
  friend __device__ thread_block this_thread_block();
  template <unsigned Size>
  friend __device__ thread_block this_thread_block(block_tile_memory<Size>& memory);
  template <unsigned Size>
  friend class wide_tile;
  WARPWRIGHT_METHOD explicit thread_block(unsigned long long* parts = nullptr) : thread_group(0), parts_(parts) {}
  unsigned long long* parts_;
};
WARPWRIGHT_METHOD thread_block this_thread_block() {
  return thread_block();
}
template <unsigned Size>
WARPWRIGHT_METHOD thread_block this_thread_block(block_tile_memory<Size>& memory) {
  return thread_block(memory.parts);
}

class grid_group {
 public:
  WARPWRIGHT_METHOD static void sync() { __warpwright_gridSync(); }
  WARPWRIGHT_METHOD static bool is_valid() { return true; }
  WARPWRIGHT_METHOD static unsigned long long num_blocks() {
    return (unsigned long long)gridDim.x * gridDim.y * gridDim.z;
  }
  WARPWRIGHT_METHOD static unsigned long long size() { return num_blocks() * details::blockSize(); }
  WARPWRIGHT_METHOD static unsigned long long num_threads() { return size(); }
  WARPWRIGHT_METHOD static unsigned long long block_rank() {
    return blockIdx.x + (unsigned long long)gridDim.x * (blockIdx.y + (unsigned long long)gridDim.y * blockIdx.z);
  }
  WARPWRIGHT_METHOD static unsigned long long thread_rank() {
    return block_rank() * details::blockSize() + details::blockRank();
  }
  WARPWRIGHT_METHOD static dim3 group_dim() { return dim3(gridDim.x, gridDim.y, gridDim.z); }
  WARPWRIGHT_METHOD static dim3 dim_blocks() { return group_dim(); }
  WARPWRIGHT_METHOD static dim3 block_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
};
WARPWRIGHT_METHOD grid_group this_grid() {
  return grid_group();
}

/// Lanes of one warp that are active together.
class coalesced_group : public thread_group {
 public:
  WARPWRIGHT_METHOD void sync() const { __syncwarp(mask_); }
  WARPWRIGHT_METHOD unsigned size() const { return __popc(mask_); }
  WARPWRIGHT_METHOD unsigned num_threads() const { return __popc(mask_); }
  WARPWRIGHT_METHOD unsigned thread_rank() const { return __popc(mask_ & ((1u << details::lane()) - 1)); }
  template <class T>
  WARPWRIGHT_METHOD T shfl(T value, unsigned rank) const {
    return fromLane(value, (int)laneOf(rank));
  }
  template <class T>
  WARPWRIGHT_METHOD T shfl_down(T value, unsigned delta) const {
    const unsigned rank = thread_rank() + delta;
    return fromLane(value, (int)(rank < size() ? laneOf(rank) : details::lane()));
  }
  template <class T>
  WARPWRIGHT_METHOD T shfl_up(T value, unsigned delta) const {
    const unsigned rank = thread_rank();
    return fromLane(value, (int)(rank >= delta ? laneOf(rank - delta) : details::lane()));
  }
  WARPWRIGHT_METHOD int any(int predicate) const { return __any_sync(mask_, predicate); }
  WARPWRIGHT_METHOD int all(int predicate) const { return __all_sync(mask_, predicate); }
  WARPWRIGHT_METHOD unsigned ballot(int predicate) const { return packed(__ballot_sync(mask_, predicate)); }

 private:
  friend class thread_group;
  friend __device__ coalesced_group coalesced_threads();
  WARPWRIGHT_METHOD explicit coalesced_group(unsigned mask) : thread_group(mask) {}
  template <class T>
  WARPWRIGHT_METHOD T fromLane(const T& value, int lane) const {
    const details::by_index shuffle = {mask_, lane, 32};
    return details::shuffler<T>::by(value, shuffle);
  }
  WARPWRIGHT_METHOD unsigned laneOf(unsigned rank) const {
    unsigned rest = mask_;
    for (unsigned i = 0; i < rank; ++i) rest &= rest - 1;
    return (unsigned)__ffs((int)rest) - 1;
  }
  WARPWRIGHT_METHOD unsigned packed(unsigned lanes) const {
    unsigned bits = 0, position = 0;
    for (unsigned rest = mask_; rest; rest &= rest - 1, ++position) {
      if (lanes & rest & (0u - rest)) bits |= 1u << position;
    }
    return bits;
  }
};
WARPWRIGHT_METHOD coalesced_group coalesced_threads() {
  return coalesced_group(__activemask());
}

template <class Label>
WARPWRIGHT_METHOD coalesced_group thread_group::lanesWith(Label label) const {
  return coalesced_group(__match_any_sync(mask_, label) & mask_);
}

/// `Size` neighbouring lanes of a warp; Size is a power of two, at most 32.
template <unsigned Size>
class warp_tile : public thread_group {
 public:
  WARPWRIGHT_METHOD warp_tile() : thread_group(maskOf()) {}
  WARPWRIGHT_METHOD explicit warp_tile(const thread_block&) : thread_group(maskOf()) {}
  WARPWRIGHT_METHOD void sync() const { __syncwarp(maskOf()); }
  WARPWRIGHT_METHOD static constexpr unsigned size() { return Size; }
  WARPWRIGHT_METHOD static constexpr unsigned num_threads() { return Size; }
  WARPWRIGHT_METHOD static unsigned thread_rank() { return details::blockRank() & (Size - 1); }
  WARPWRIGHT_METHOD static unsigned meta_group_rank() { return details::blockRank() / Size; }
  WARPWRIGHT_METHOD static unsigned meta_group_size() { return (details::blockSize() + Size - 1) / Size; }
  template <class T>
  WARPWRIGHT_METHOD T shfl(T value, int rank) const {
    const details::by_index shuffle = {maskOf(), rank, Size};
    return details::shuffler<T>::by(value, shuffle);
  }
  template <class T>
  WARPWRIGHT_METHOD T shfl_down(T value, unsigned delta) const {
    const details::by_down shuffle = {maskOf(), delta, Size};
    return details::shuffler<T>::by(value, shuffle);
  }
  template <class T>
  WARPWRIGHT_METHOD T shfl_up(T value, unsigned delta) const {
    const details::by_up shuffle = {maskOf(), delta, Size};
    return details::shuffler<T>::by(value, shuffle);
  }
  template <class T>
  WARPWRIGHT_METHOD T shfl_xor(T value, unsigned lanes) const {
    const details::by_xor shuffle = {maskOf(), (int)lanes, Size};
    return details::shuffler<T>::by(value, shuffle);
  }
  WARPWRIGHT_METHOD int any(int predicate) const { return __any_sync(maskOf(), predicate); }
  WARPWRIGHT_METHOD int all(int predicate) const { return __all_sync(maskOf(), predicate); }
  WARPWRIGHT_METHOD unsigned ballot(int predicate) const { return __ballot_sync(maskOf(), predicate) >> first(); }
  template <class T>
  WARPWRIGHT_METHOD unsigned match_any(T value) const {
    return __match_any_sync(maskOf(), value) >> first();
  }
  template <class T>
  WARPWRIGHT_METHOD unsigned match_all(T value, int& same) const {
    return __match_all_sync(maskOf(), value, &same) >> first();
  }
  template <class T, class Operation>
  WARPWRIGHT_METHOD T reduced(T value, Operation operation) const {
    for (unsigned step = Size / 2; step > 0; step /= 2) value = operation(value, shfl_xor(value, step));
    return value;
  }

 private:
  WARPWRIGHT_METHOD static unsigned first() { return details::lane() & ~(Size - 1) & 31; }
  WARPWRIGHT_METHOD static unsigned maskOf() { return Size == 32 ? 0xffffffffu : ((1u << (Size & 31)) - 1) << first(); }
};

/// Tiles of several warps: each has a barrier of its own, and reduces through the memory that the block was given.
template <unsigned Size>
class wide_tile : public thread_group {
 public:
  WARPWRIGHT_METHOD wide_tile() : thread_group(0), parts_(nullptr) {}
  WARPWRIGHT_METHOD explicit wide_tile(const thread_block& block) : thread_group(0), parts_(block.parts_) {}
  WARPWRIGHT_METHOD void sync() const {
    if (Size >= details::blockSize()) {
      __syncthreads();
    } else {
      asm volatile("barrier.sync %0, %1;" : : "r"(1 + meta_group_rank()), "r"(Size) : "memory");
    }
  }
  WARPWRIGHT_METHOD static constexpr unsigned size() { return Size; }
  WARPWRIGHT_METHOD static constexpr unsigned num_threads() { return Size; }
  WARPWRIGHT_METHOD static unsigned thread_rank() { return details::blockRank() & (Size - 1); }
  WARPWRIGHT_METHOD static unsigned meta_group_rank() { return details::blockRank() / Size; }
  WARPWRIGHT_METHOD static unsigned meta_group_size() { return (details::blockSize() + Size - 1) / Size; }
  template <class T, class Operation>
  WARPWRIGHT_METHOD T reduced(T value, Operation operation) const {
    static_assert(sizeof(T) <= 8, "a tile of several warps reduces values of at most 8 bytes");
    value = warp_tile<32>().reduced(value, operation);
    const unsigned warp = details::blockRank() / 32, begin = meta_group_rank() * (Size / 32);
    if (details::lane() == 0) __builtin_memcpy(&parts_[warp], &value, sizeof(T));
    sync();
    __builtin_memcpy(&value, &parts_[begin], sizeof(T));
    for (unsigned i = 1; i < Size / 32; ++i) {
      T other;
      __builtin_memcpy(&other, &parts_[begin + i], sizeof(T));
      value = operation(value, other);
    }
    sync();
    return value;
  }

 private:
  unsigned long long* parts_;
};

template <bool wide, unsigned Size>
struct tile_kind {
  typedef warp_tile<Size> type;
};
template <unsigned Size>
struct tile_kind<true, Size> {
  typedef wide_tile<Size> type;
};

template <unsigned Size, class Parent = void>
class thread_block_tile : public tile_kind<(Size > 32), Size>::type {
  typedef typename tile_kind<(Size > 32), Size>::type Base;

 public:
  WARPWRIGHT_METHOD thread_block_tile() : Base() {}
  WARPWRIGHT_METHOD explicit thread_block_tile(const thread_block& block) : Base(block) {}
  /// What a tile was made of says nothing about its threads.
  template <class Other>
  WARPWRIGHT_METHOD thread_block_tile(const thread_block_tile<Size, Other>& other) : Base(other) {}
};

template <unsigned Size, class Parent>
WARPWRIGHT_METHOD thread_block_tile<Size, Parent> tiled_partition(const Parent&) {
  return thread_block_tile<Size, Parent>();
}
template <unsigned Size>
WARPWRIGHT_METHOD thread_block_tile<Size, thread_block> tiled_partition(const thread_block& block) {
  return thread_block_tile<Size, thread_block>(block);
}
/// Tiles whose size is not known before the program runs.
class __warpwright_dynamicTile : public thread_group {
 public:
  WARPWRIGHT_METHOD explicit __warpwright_dynamicTile(unsigned size)
      : thread_group(size >= 32 ? 0xffffffffu : ((1u << size) - 1) << (details::lane() & ~(size - 1) & 31)) {}
};
template <class Parent>
WARPWRIGHT_METHOD thread_group tiled_partition(const Parent&, unsigned size) {
  return __warpwright_dynamicTile(size);
}
/// The lanes of a group that give the same answer.
template <class Group>
WARPWRIGHT_METHOD coalesced_group binary_partition(const Group& group, bool answer) {
  return group.lanesWith(answer ? 1 : 0);
}
template <class Group, class Label>
WARPWRIGHT_METHOD coalesced_group labeled_partition(const Group& group, Label label) {
  return group.lanesWith(label);
}
template <class Group>
WARPWRIGHT_METHOD void sync(const Group& group) {
  group.sync();
}
template <class Group>
WARPWRIGHT_METHOD auto thread_rank(const Group& group) {
  return group.thread_rank();
}
template <class Group>
WARPWRIGHT_METHOD auto group_size(const Group& group) {
  return group.size();
}

template <class T>
struct plus {
  WARPWRIGHT_METHOD T operator()(T a, T b) const { return a + b; }
};
template <class T>
struct less {
  WARPWRIGHT_METHOD T operator()(T a, T b) const { return b < a ? b : a; }
};
template <class T>
struct greater {
  WARPWRIGHT_METHOD T operator()(T a, T b) const { return a < b ? b : a; }
};
template <class T>
struct bit_and {
  WARPWRIGHT_METHOD T operator()(T a, T b) const { return a & b; }
};
template <class T>
struct bit_or {
  WARPWRIGHT_METHOD T operator()(T a, T b) const { return a | b; }
};
template <class T>
struct bit_xor {
  WARPWRIGHT_METHOD T operator()(T a, T b) const { return a ^ b; }
};
template <unsigned Size, class Parent, class T, class Operation>
WARPWRIGHT_METHOD T reduce(const thread_block_tile<Size, Parent>& tile, T value, Operation operation) {
  return tile.reduced(value, operation);
}
/// In the order of the ranks: a group of any lanes has no tree.
template <class T, class Operation>
WARPWRIGHT_METHOD T reduce(const coalesced_group& group, T value, Operation operation) {
  T total = group.shfl(value, 0);
  for (unsigned rank = 1; rank < group.size(); ++rank) total = operation(total, group.shfl(value, rank));
  return total;
}

/// Scans in the order of the ranks.
template <unsigned Size, class Parent, class T, class Operation>
WARPWRIGHT_METHOD T inclusive_scan(const thread_block_tile<Size, Parent>& tile, T value, Operation operation) {
  for (unsigned step = 1; step < Size; step *= 2) {
    const T before = tile.shfl_up(value, step);
    if (tile.thread_rank() >= step) value = operation(before, value);
  }
  return value;
}
template <class T, class Operation>
WARPWRIGHT_METHOD T inclusive_scan(const coalesced_group& group, T value, Operation operation) {
  T total = value;
  for (unsigned rank = 1; rank < group.size(); ++rank) {
    const T before = group.shfl(total, rank - 1);
    if (group.thread_rank() == rank) total = operation(before, value);
  }
  return total;
}
template <class Group, class T>
WARPWRIGHT_METHOD T inclusive_scan(const Group& group, T value) {
  return inclusive_scan(group, value, plus<T>());
}
template <class Group, class T, class Operation>
WARPWRIGHT_METHOD T exclusive_scan(const Group& group, T value, Operation operation) {
  const T before = group.shfl_up(inclusive_scan(group, value, operation), 1);
  return group.thread_rank() == 0 ? T() : before;
}
template <class Group, class T>
WARPWRIGHT_METHOD T exclusive_scan(const Group& group, T value) {
  return exclusive_scan(group, value, plus<T>());
}

/// Copies that a group makes together and then waits for: done at once, each thread its part.
template <class Group>
WARPWRIGHT_METHOD void __warpwright_copyTogether(const Group& group, void* to, const void* from, size_t bytes) {
  const size_t count = group.size(), rank = group.thread_rank();
  if ((bytes | (size_t)to | (size_t)from) % 4 == 0) {
    for (size_t i = rank; i < bytes / 4; i += count) ((unsigned*)to)[i] = ((const unsigned*)from)[i];
  } else {
    for (size_t i = rank; i < bytes; i += count) ((unsigned char*)to)[i] = ((const unsigned char*)from)[i];
  }
}
template <class Group, class T, class Bytes>
WARPWRIGHT_METHOD void memcpy_async(const Group& group, T* to, const T* from, const Bytes& bytes) {
  __warpwright_copyTogether(group, to, from, (size_t)bytes);
}
template <class Group>
WARPWRIGHT_METHOD void wait(const Group& group) {
  group.sync();
}
template <unsigned Stages, class Group>
WARPWRIGHT_METHOD void wait_prior(const Group& group) {
  group.sync();
}
template <class Group, class Function>
WARPWRIGHT_METHOD void invoke_one(const Group& group, Function function) {
  if (group.thread_rank() == 0) function();
}

#undef WARPWRIGHT_METHOD
}  // namespace cooperative_groups
#endif
#endif
