#include <cstdio>

// A tree over a block, and rows that its threads go over: both unroll where the block is known.
__global__ void sumRows(const unsigned* in, unsigned* out, int width) {
  __shared__ unsigned part[256];
  unsigned sum = 0;
  for (int i = threadIdx.x; i < width; i += blockDim.x) sum += in[blockIdx.x * width + i];
  part[threadIdx.x] = sum;
  __syncthreads();
  for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
    if (threadIdx.x < s) part[threadIdx.x] += part[threadIdx.x + s];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = part[0];
}

int main() {
  unsigned *in, *out;
  cudaMallocManaged(&in, 4096 * sizeof(unsigned));
  cudaMallocManaged(&out, 4096 * sizeof(unsigned));
  for (int i = 0; i < 4096; ++i) {
    in[i] = (unsigned)(i % 37);
    out[i] = 0;
  }
  sumRows<<<8, 128>>>(in, out, 500);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5);
  printf("%.17g\n", sum);
}
