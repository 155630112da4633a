#include <cstdio>

// Unrolled loops take more registers: a block of 512 threads has to keep room for all of them.
__global__ void __launch_bounds__(512) mix(const unsigned* in, unsigned* out, int /* rounds */) {
  int rounds = 24;
  unsigned a = in[threadIdx.x], b = in[threadIdx.x + 1];
  for (int i = 0; i < rounds; ++i) {
    a = a * 1664525u + b;
    b = (b << 5) ^ (a >> 3) ^ i;
  }
  out[threadIdx.x] = a + b;
}

int main() {
  unsigned *in, *out;
  cudaMallocManaged(&in, 4096 * sizeof(unsigned));
  cudaMallocManaged(&out, 4096 * sizeof(unsigned));
  for (int i = 0; i < 4096; ++i) {
    in[i] = (unsigned)(i % 37);
    out[i] = 0;
  }
  mix<<<2, 512>>>(in, out, 24);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5);
  printf("%.17g\n", sum);
}
