// What a thread block puts in shared memory before its tasks begin (Li et al., "A Graph-based Model for GPU Caching
// Problems", section 4.1 and Figure 8). Include warpwright_runtime.h.
#pragma once

#include <type_traits>

namespace warpwright {
namespace runtime {

/// Which elements of each staged array the blocks of a kernel read: an argument of that kernel.
struct Staged {
  static constexpr size_t most = 4;  ///< arrays
  struct Part {
    const uint32_t *first, *elements;  ///< block b reads elements[first[b] … first[b+1])
    uint32_t blocks, at;               ///< `at`: where in shared memory they begin, in bytes
  };
  Part parts[most];

  /// Copies what the block's tasks read of `data`, the array staged as number `which`, to shared memory, and waits
  /// until all of it is there. Called by all threads of the block, before any of them returns. The subscripts that
  /// tasks hold are places in what it gives.
  template <class T>
  __device__ T* load(T* data, unsigned which) const {
    extern __shared__ uint4 warpwright_staged[];
    using Element = typename std::remove_const<T>::type;
    const Part& part = parts[which];
    Element* const here = reinterpret_cast<Element*>(reinterpret_cast<char*>(warpwright_staged) + part.at);
    if (blockIdx.x < part.blocks) {
      const uint32_t first = part.first[blockIdx.x], count = part.first[blockIdx.x + 1] - first;
      for (uint32_t i = threadIdx.x; i < count; i += blockDim.x) here[i] = data[part.elements[first + i]];
    }
    __syncthreads();
    return here;
  }
};

/// The elements of one data that each block's tasks name, every one once, in the order in which tasks name them.
struct StagedLists {
  std::vector<uint32_t> first, elements;
  size_t most = 0;  ///< elements of a block
};

/// Calls each(block, column, i) for all subscripts of the tasks, block by block in their new order.
template <class Each>
void forEachSubscript(const std::vector<IndexColumn>& columns, const std::vector<uint64_t>& row, const uint32_t* order,
                      uint64_t tasks, unsigned tasksPerBlock, Each each) {
  for (uint64_t p = 0; p < tasks; ++p) {
    const uint64_t task = order[p];
    for (const IndexColumn& column : columns) {
      const uint64_t first = column.inRows ? row[task] : task * column.perTask;
      const uint64_t last = column.inRows ? row[task + 1] : first + column.perTask;
      for (uint64_t i = first; i < last; ++i) each(static_cast<uint32_t>(p / tasksPerBlock), column, i);
    }
  }
}

/// `named`: all subscripts are below it.
inline StagedLists listStaged(const std::vector<IndexColumn>& columns, const std::vector<uint64_t>& row,
                              const uint32_t* order, uint64_t tasks, unsigned tasksPerBlock, uint64_t named) {
  StagedLists lists;
  const uint64_t blocks = (tasks + tasksPerBlock - 1) / tasksPerBlock;
  lists.first.assign(blocks + 1, 0);
  std::vector<uint32_t> lastBlock(named, UINT32_MAX);
  forEachSubscript(columns, row, order, tasks, tasksPerBlock,
                   [&](uint32_t block, const IndexColumn& column, uint64_t i) {
                     const auto element = static_cast<size_t>(column.at(i));
                     if (lastBlock[element] != block) lists.elements.push_back(static_cast<uint32_t>(element));
                     lastBlock[element] = block;
                     lists.first[block + 1] = static_cast<uint32_t>(lists.elements.size());
                   });
  for (uint64_t b = 0; b < blocks; ++b) {
    lists.first[b + 1] = std::max(lists.first[b], lists.first[b + 1]);
    lists.most = std::max<size_t>(lists.most, lists.first[b + 1] - lists.first[b]);
  }
  return lists;
}

/// Can a column hold all places in the lists of blocks? Another column of the same data may be wider, so that a block
/// has more elements than this one has numbers.
inline bool canHoldStaged(const IndexColumn& column, const StagedLists& lists) {
  return lists.most == 0 || lists.most - 1 <= column.largest();
}

/// Writes into each subscript its place in the list of its task's block. Requires: canHoldStaged() for each column.
inline void placeStaged(const std::vector<IndexColumn>& columns, const std::vector<uint64_t>& row,
                        const uint32_t* order, uint64_t tasks, unsigned tasksPerBlock, const StagedLists& lists) {
  std::vector<uint32_t> placeOf(*std::max_element(lists.elements.begin(), lists.elements.end()) + size_t{1});
  uint32_t placed = UINT32_MAX;
  forEachSubscript(columns, row, order, tasks, tasksPerBlock,
                   [&](uint32_t block, const IndexColumn& column, uint64_t i) {
                     if (block != placed) {
                       const uint32_t first = lists.first[block];
                       for (uint32_t k = first; k < lists.first[block + 1]; ++k) placeOf[lists.elements[k]] = k - first;
                       placed = block;
                     }
                     const uint64_t place = placeOf[static_cast<size_t>(column.at(i))];
                     // Little-endian, as every host of a GPU is.
                     std::memcpy(const_cast<char*>(column.first) + i * column.stride, &place, column.bytes);
                   });
}

}  // namespace runtime
}  // namespace warpwright
