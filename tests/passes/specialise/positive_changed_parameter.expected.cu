#include <cstdio>

// The kernel counts its parameter down.
__global__ void power(const unsigned* in, unsigned* out, int /* rounds */, unsigned /* base */) {
  int rounds = 6;
  unsigned base = 3;
  unsigned value = in[threadIdx.x];
  for (int i = 0; i < 2; ++i) value += i;
  for (int start = 0; start < rounds; ++start) value = value / base + start * 7;
  while (rounds-- > 0) value ^= value << 1;
  out[threadIdx.x] = value;
}

int main() {
  unsigned *in, *out;
  cudaMallocManaged(&in, 4096 * sizeof(unsigned));
  cudaMallocManaged(&out, 4096 * sizeof(unsigned));
  for (int i = 0; i < 4096; ++i) {
    in[i] = (unsigned)(i % 37);
    out[i] = 0;
  }
  power<<<1, 96>>>(in, out, 6, 3u);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5);
  printf("%.17g\n", sum);
}
