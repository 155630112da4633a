// SET: c_factor=2
#include <cstdio>

// Each merged block has a histogram of its own.
__global__ void kernel(const unsigned* in, unsigned* out) {
  __shared__ unsigned counts[16], all;
  if (threadIdx.x < 16) counts[threadIdx.x] = 0;
  if (threadIdx.x == 0) all = 0;
  __syncthreads();
  unsigned v = in[blockIdx.x * 64 + threadIdx.x];
  atomicAdd(&counts[v % 16], 1u);
  atomicAdd(&all, v);
  __syncthreads();
  if (threadIdx.x < 16) out[blockIdx.x * 16 + threadIdx.x] = counts[threadIdx.x] * 1000 + all;
}

int main() {
  unsigned *in, *out;
  cudaMallocManaged(&in, 320 * sizeof(unsigned));
  cudaMallocManaged(&out, 80 * sizeof(unsigned));
  for (unsigned i = 0; i < 320; ++i) in[i] = i * 2654435761u >> 20;
  kernel<<<5, 64>>>(in, out);
  cudaDeviceSynchronize();
  for (int i = 0; i < 80; ++i) printf("%d %u\n", i, out[i]);
  return 0;
}
