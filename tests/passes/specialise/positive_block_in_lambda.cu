#include <cstdio>

// A lambda does not see variables that it does not capture.
__global__ void each(const unsigned* in, unsigned* out, int rounds) {
  auto half = [] { return blockDim.x / 2; };
  unsigned v = in[threadIdx.x];
  for (int i = 0; i < rounds; ++i) v ^= v << i;
  for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) v = v * 3 + half();
  out[threadIdx.x] = v;
}

int main() {
  unsigned *in, *out;
  cudaMallocManaged(&in, 4096 * sizeof(unsigned));
  cudaMallocManaged(&out, 4096 * sizeof(unsigned));
  for (int i = 0; i < 4096; ++i) {
    in[i] = (unsigned)(i % 37);
    out[i] = 0;
  }
  each<<<1, 96>>>(in, out, 5);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5);
  printf("%.17g\n", sum);
}
