// KEEPS: s: its warp is not whole
#include <cstdio>

__global__ void sum(const unsigned* in, unsigned* out) {
  __shared__ unsigned part[16];
  part[threadIdx.x] = in[blockIdx.x * 16 + threadIdx.x];
  for (int s = 8; s > 0; s >>= 1) {
    __syncthreads();
    if (threadIdx.x < s) part[threadIdx.x] += part[threadIdx.x + s];
  }
  if (threadIdx.x == 0) out[blockIdx.x] = part[0];
}

int main() {
  unsigned *in, *out;
  cudaMallocManaged(&in, 4096 * sizeof(unsigned));
  cudaMallocManaged(&out, 4096 * sizeof(unsigned));
  for (int i = 0; i < 4096; ++i) {
    in[i] = (unsigned)(i * 37 % 101) - 50;
    out[i] = 0;
  }
  sum<<<4, 16>>>(in, out);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5);
  printf("%.17g\n", sum);
}
