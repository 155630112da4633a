#include <cstdio>

__global__ void mix(const unsigned* in, unsigned* out, int /* way */) {
  int way = 1;
  unsigned v = in[threadIdx.x];
  if (way == 1)
    v = v * 7u + 1u;
  else
    v ^= v >> 3;
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
  mix<<<1, 64>>>(in, out, 1);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5);
  printf("%.17g\n", sum);
}
