#include <cstdio>

#define WARPS (blockDim.x / 32)
// What the macro spells means the block that is known, too; shuffles and barriers stay what they are.
__global__ void each(const unsigned* in, unsigned* out) {
  const ::dim3 blockDim(96, 1, 1);
  unsigned v = in[blockIdx.x * blockDim.x + threadIdx.x];
  v += __shfl_xor_sync(0xffffffffu, v, 5);
  for (unsigned w = 0; w < WARPS; ++w) v = v * 3 + w;
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = v;
}

int main() {
  unsigned *in, *out;
  cudaMallocManaged(&in, 4096 * sizeof(unsigned));
  cudaMallocManaged(&out, 4096 * sizeof(unsigned));
  for (int i = 0; i < 4096; ++i) {
    in[i] = (unsigned)(i % 37);
    out[i] = 0;
  }
  each<<<4, 96>>>(in, out);
  each<<<2, 96>>>(in, out + 2000);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5);
  printf("%.17g\n", sum);
}
