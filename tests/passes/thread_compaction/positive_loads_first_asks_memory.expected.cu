// SET: c_factor=4 dimension=x memory=loads_first
#include <cstdio>

// All merged threads ask before the first of them stores: none waits for what another one has stored. A condition that
// is more than a question stays where it is, and so does what was decided by arithmetic alone.
__global__ void descend(const int* keys, const int* next, int* node, int* found, int* tickets, int key) {
  for (int level = 0; level < 3; ++level) {
    const int node_blockIdx_x = node[blockIdx.x];
    bool chosen[4];
    #pragma unroll
    for (int m = 0; m < 4; ++m) {
      const int x = threadIdx.x + m * blockDim.x;
      chosen[m] = keys[node_blockIdx_x * 33 + x] <= key && keys[node_blockIdx_x * 33 + x + 1] > key;
    }
    #pragma unroll
    for (int m = 0; m < 4; ++m) {
      const int x = threadIdx.x + m * blockDim.x;
      if (chosen[m]) {
        const int at = next[node[blockIdx.x] * 32 + x];
        if (at < 8) found[blockIdx.x] = at;
      }
    }
    __syncthreads();
    int node_blockIdx_x_2[4];
    #pragma unroll
    for (int m = 0; m < 4; ++m) {
      const int x = threadIdx.x + m * blockDim.x;
      if (x == 0) node_blockIdx_x_2[m] = found[blockIdx.x];
    }
    #pragma unroll
    for (int m = 0; m < 4; ++m) {
      const int x = threadIdx.x + m * blockDim.x;
      if (x == 0) node[blockIdx.x] = node_blockIdx_x_2[m];
    }
    __syncthreads();
  }
  int left[4];
  bool chosen_2[4];
  #pragma unroll
  for (int m = 0; m < 4; ++m) {
    const int x = threadIdx.x + m * blockDim.x;
    left[m] = 2;
    chosen_2[m] = keys[x] > 40;
  }
  #pragma unroll
  for (int m = 0; m < 4; ++m) {
    const int x = threadIdx.x + m * blockDim.x;
    if (chosen_2[m])
      tickets[blockIdx.x * 32 + x] = keys[x + 1];
    else
      tickets[blockIdx.x * 32 + x] -= 1;
  }
  #pragma unroll
  for (int m = 0; m < 4; ++m) {
    const int x = threadIdx.x + m * blockDim.x;
    if (--left[m] > keys[x] % 3) tickets[blockIdx.x * 32 + x] += left[m];
  }
}

int main() {
  int *keys = nullptr, *next = nullptr, *node = nullptr, *found = nullptr, *tickets = nullptr;
  cudaMallocManaged(&keys, 8 * 33 * sizeof(int));
  cudaMallocManaged(&next, 8 * 32 * sizeof(int));
  cudaMallocManaged(&node, 5 * sizeof(int));
  cudaMallocManaged(&found, 5 * sizeof(int));
  cudaMallocManaged(&tickets, 5 * 32 * sizeof(int));
  for (int i = 0; i < 8 * 33; ++i) keys[i] = i % 33 * 3 + i / 33;
  for (int i = 0; i < 8 * 32; ++i) next[i] = (i * 7 + 3) % 9;
  for (int i = 0; i < 5; ++i) node[i] = found[i] = i;
  for (int i = 0; i < 5 * 32; ++i) tickets[i] = i;
  descend<<<5, 32 / 4>>>(keys, next, node, found, tickets, 44);
  cudaDeviceSynchronize();
  for (int i = 0; i < 5; ++i) printf("%d %d\n", node[i], found[i]);
  for (int i = 0; i < 5 * 32; ++i) printf("%d\n", tickets[i]);
  cudaFree(keys);
  cudaFree(next);
  cudaFree(node);
  cudaFree(found);
  cudaFree(tickets);
  return 0;
}
