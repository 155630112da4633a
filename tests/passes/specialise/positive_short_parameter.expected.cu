#include <cstdio>

// The number keeps the type of the parameter, and wraps as that does.
__global__ void wrap(const int* in, int* out, unsigned char /* steps */, short /* pitch */, long long /* rows */) {
  unsigned char steps = 200;
  short pitch = 31;
  long long rows = 7;
  int all = 0;
  for (long long r = 0; r < rows; ++r) {
    unsigned char wide = steps;
    wide += 250;
    all += in[threadIdx.x + (int)r * pitch] + wide;
  }
  for (unsigned char i = 0; i < steps; ++i) all ^= i << 3;
  out[threadIdx.x] = all;
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, 4096 * sizeof(int));
  cudaMallocManaged(&out, 4096 * sizeof(int));
  for (int i = 0; i < 4096; ++i) {
    in[i] = (int)(i % 37);
    out[i] = 0;
  }
  wrap<<<1, 64>>>(in, out, 200, 31, 7LL);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5);
  printf("%.17g\n", sum);
}
