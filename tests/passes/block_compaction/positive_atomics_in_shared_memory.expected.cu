// SET: c_factor=2
#include <cstdio>

// Each merged block has a histogram of its own.
__global__ void kernel(const unsigned* in, unsigned* out, unsigned grid_x) {
  __shared__ unsigned counts[2][16], all[2];
  #pragma unroll
  for (int m = 0; m < 2; ++m) {
    const unsigned block_x = blockIdx.x + m * gridDim.x;
    if (block_x >= grid_x) continue;
    if (threadIdx.x < 16) counts[m][threadIdx.x] = 0;
    if (threadIdx.x == 0) all[m] = 0;
  }
  __syncthreads();
  #pragma unroll
  for (int m = 0; m < 2; ++m) {
    const unsigned block_x = blockIdx.x + m * gridDim.x;
    if (block_x >= grid_x) continue;
    unsigned v = in[block_x * 64 + threadIdx.x];
    atomicAdd(&counts[m][v % 16], 1u);
    atomicAdd(&all[m], v);
  }
  __syncthreads();
  #pragma unroll
  for (int m = 0; m < 2; ++m) {
    const unsigned block_x = blockIdx.x + m * gridDim.x;
    if (block_x >= grid_x) continue;
    if (threadIdx.x < 16) out[block_x * 16 + threadIdx.x] = counts[m][threadIdx.x] * 1000 + all[m];
  }
}

int main() {
  unsigned *in, *out;
  cudaMallocManaged(&in, 320 * sizeof(unsigned));
  cudaMallocManaged(&out, 80 * sizeof(unsigned));
  for (unsigned i = 0; i < 320; ++i) in[i] = i * 2654435761u >> 20;
  kernel<<<(5 + 1) / 2, 64>>>(in, out, 5);
  cudaDeviceSynchronize();
  for (int i = 0; i < 80; ++i) printf("%d %u\n", i, out[i]);
  return 0;
}
