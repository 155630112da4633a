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
WARPWRIGHT_METHOD unsigned lane() { return __nvvm_read_ptx_sreg_laneid(); }
WARPWRIGHT_METHOD unsigned blockRank() {
  return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}
WARPWRIGHT_METHOD unsigned blockSize() { return blockDim.x * blockDim.y * blockDim.z; }
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
  WARPWRIGHT_METHOD thread_block() : thread_group(0) {}
};
WARPWRIGHT_METHOD thread_block this_thread_block() { return thread_block(); }

class grid_group {
 public:
  WARPWRIGHT_METHOD static void sync() { __warpwright_gridSync(); }
  WARPWRIGHT_METHOD static bool is_valid() { return true; }
  WARPWRIGHT_METHOD static unsigned long long num_blocks() { return (unsigned long long)gridDim.x * gridDim.y * gridDim.z; }
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
WARPWRIGHT_METHOD grid_group this_grid() { return grid_group(); }

/// Lanes of one warp that are active together.
class coalesced_group : public thread_group {
 public:
  WARPWRIGHT_METHOD void sync() const { __syncwarp(mask_); }
  WARPWRIGHT_METHOD unsigned size() const { return __popc(mask_); }
  WARPWRIGHT_METHOD unsigned num_threads() const { return __popc(mask_); }
  WARPWRIGHT_METHOD unsigned thread_rank() const { return __popc(mask_ & ((1u << details::lane()) - 1)); }
  template <class T>
  WARPWRIGHT_METHOD T shfl(T value, unsigned rank) const { return __shfl_sync(mask_, value, (int)laneOf(rank)); }
  template <class T>
  WARPWRIGHT_METHOD T shfl_down(T value, unsigned delta) const {
    const unsigned rank = thread_rank() + delta;
    return __shfl_sync(mask_, value, (int)(rank < size() ? laneOf(rank) : details::lane()));
  }
  template <class T>
  WARPWRIGHT_METHOD T shfl_up(T value, unsigned delta) const {
    const unsigned rank = thread_rank();
    return __shfl_sync(mask_, value, (int)(rank >= delta ? laneOf(rank - delta) : details::lane()));
  }
  WARPWRIGHT_METHOD int any(int predicate) const { return __any_sync(mask_, predicate); }
  WARPWRIGHT_METHOD int all(int predicate) const { return __all_sync(mask_, predicate); }
  WARPWRIGHT_METHOD unsigned ballot(int predicate) const { return packed(__ballot_sync(mask_, predicate)); }

 private:
  friend class thread_group;
  friend __device__ coalesced_group coalesced_threads();
  WARPWRIGHT_METHOD explicit coalesced_group(unsigned mask) : thread_group(mask) {}
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
WARPWRIGHT_METHOD coalesced_group coalesced_threads() { return coalesced_group(__activemask()); }

template <class Label>
WARPWRIGHT_METHOD coalesced_group thread_group::lanesWith(Label label) const {
  return coalesced_group(__match_any_sync(mask_, label) & mask_);
}

/// `Size` neighbouring lanes of a warp; Size is a power of two, at most 32.
template <unsigned Size, class Parent = void>
class thread_block_tile : public thread_group {
 public:
  WARPWRIGHT_METHOD thread_block_tile() : thread_group(maskOf()) {}
  /// What a tile was made of says nothing about its threads.
  template <class Other>
  WARPWRIGHT_METHOD thread_block_tile(const thread_block_tile<Size, Other>&) : thread_group(maskOf()) {}
  WARPWRIGHT_METHOD void sync() const { __syncwarp(maskOf()); }
  WARPWRIGHT_METHOD static constexpr unsigned size() { return Size; }
  WARPWRIGHT_METHOD static constexpr unsigned num_threads() { return Size; }
  WARPWRIGHT_METHOD static unsigned thread_rank() { return details::blockRank() & (Size - 1); }
  WARPWRIGHT_METHOD static unsigned meta_group_rank() { return details::blockRank() / Size; }
  WARPWRIGHT_METHOD static unsigned meta_group_size() { return (details::blockSize() + Size - 1) / Size; }
  template <class T>
  WARPWRIGHT_METHOD T shfl(T value, int rank) const { return __shfl_sync(maskOf(), value, rank, Size); }
  template <class T>
  WARPWRIGHT_METHOD T shfl_down(T value, unsigned delta) const { return __shfl_down_sync(maskOf(), value, delta, Size); }
  template <class T>
  WARPWRIGHT_METHOD T shfl_up(T value, unsigned delta) const { return __shfl_up_sync(maskOf(), value, delta, Size); }
  template <class T>
  WARPWRIGHT_METHOD T shfl_xor(T value, unsigned lanes) const { return __shfl_xor_sync(maskOf(), value, (int)lanes, Size); }
  WARPWRIGHT_METHOD int any(int predicate) const { return __any_sync(maskOf(), predicate); }
  WARPWRIGHT_METHOD int all(int predicate) const { return __all_sync(maskOf(), predicate); }
  WARPWRIGHT_METHOD unsigned ballot(int predicate) const { return __ballot_sync(maskOf(), predicate) >> first(); }
  template <class T>
  WARPWRIGHT_METHOD unsigned match_any(T value) const { return __match_any_sync(maskOf(), value) >> first(); }

 private:
  WARPWRIGHT_METHOD static unsigned first() { return details::lane() & ~(Size - 1) & 31; }
  WARPWRIGHT_METHOD static unsigned maskOf() { return Size == 32 ? 0xffffffffu : ((1u << (Size & 31)) - 1) << first(); }
};

template <unsigned Size, class Parent>
WARPWRIGHT_METHOD thread_block_tile<Size, Parent> tiled_partition(const Parent&) {
  return thread_block_tile<Size, Parent>();
}
/// Tiles whose size is not known before the program runs.
class __warpwright_dynamicTile : public thread_group {
 public:
  WARPWRIGHT_METHOD explicit __warpwright_dynamicTile(unsigned size)
      : thread_group(size >= 32 ? 0xffffffffu : ((1u << size) - 1) << (details::lane() & ~(size - 1) & 31)) {}
};
template <class Parent>
WARPWRIGHT_METHOD thread_group tiled_partition(const Parent&, unsigned size) { return __warpwright_dynamicTile(size); }
/// The lanes of a group that give the same answer.
template <class Group>
WARPWRIGHT_METHOD coalesced_group binary_partition(const Group& group, bool answer) {
  return group.lanesWith(answer ? 1 : 0);
}
template <class Group, class Label>
WARPWRIGHT_METHOD coalesced_group labeled_partition(const Group& group, Label label) { return group.lanesWith(label); }
template <class Group>
WARPWRIGHT_METHOD void sync(const Group& group) { group.sync(); }
template <class Group>
WARPWRIGHT_METHOD auto thread_rank(const Group& group) { return group.thread_rank(); }
template <class Group>
WARPWRIGHT_METHOD auto group_size(const Group& group) { return group.size(); }

template <class T> struct plus { WARPWRIGHT_METHOD T operator()(T a, T b) const { return a + b; } };
template <class T> struct less { WARPWRIGHT_METHOD T operator()(T a, T b) const { return b < a ? b : a; } };
template <class T> struct greater { WARPWRIGHT_METHOD T operator()(T a, T b) const { return a < b ? b : a; } };
template <class T> struct bit_and { WARPWRIGHT_METHOD T operator()(T a, T b) const { return a & b; } };
template <class T> struct bit_or { WARPWRIGHT_METHOD T operator()(T a, T b) const { return a | b; } };
template <class T> struct bit_xor { WARPWRIGHT_METHOD T operator()(T a, T b) const { return a ^ b; } };
template <unsigned Size, class Parent, class T, class Operation>
WARPWRIGHT_METHOD T reduce(const thread_block_tile<Size, Parent>& tile, T value, Operation operation) {
  for (unsigned step = Size / 2; step > 0; step /= 2) value = operation(value, tile.shfl_xor(value, step));
  return value;
}
/// In the order of the ranks: a group of any lanes has no tree.
template <class T, class Operation>
WARPWRIGHT_METHOD T reduce(const coalesced_group& group, T value, Operation operation) {
  T total = group.shfl(value, 0);
  for (unsigned rank = 1; rank < group.size(); ++rank) total = operation(total, group.shfl(value, rank));
  return total;
}

#undef WARPWRIGHT_METHOD
}  // namespace cooperative_groups
#endif
#endif
