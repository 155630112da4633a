#include "../common.h"

// A block for each query: its threads hold the keys of one node, level by level.
__global__ void find_k(int height, const knode* knodes, const record* records, const int* keys, int* offsets,
                       record* answers) {
  const int thread = threadIdx.x, query = blockIdx.x;
  __shared__ int current;
  __shared__ int low[ORDER];
  __shared__ int high[ORDER];
  if (thread == 0) current = 0;
  __syncthreads();
  for (int level = 0; level < height; ++level) {
    low[thread] = knodes[current].keys[thread];
    high[thread] = knodes[current].keys[thread + 1];
    const int next = knodes[current].indices[thread];
    __syncthreads();
    if (low[thread] <= keys[query] && high[thread] > keys[query]) offsets[query] = next;
    __syncthreads();
    if (thread == 0) current = offsets[query];
    __syncthreads();
  }
  if (knodes[current].keys[thread] == keys[query])
    answers[query].value = records[knodes[current].indices[thread]].value;
}
