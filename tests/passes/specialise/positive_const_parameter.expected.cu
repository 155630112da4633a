#include <cstdio>

// A parameter that is const stays so.
__global__ void shift(const int* in, int* out, const int /* taps */, int const /* step */) {
  int taps_passed = 5;
  const int taps = taps_passed;
  int step_passed = 3;
  int const step = step_passed;
  int i = threadIdx.x;
  int all = 0;
  for (int t = 0; t < taps; t++) {
    all += in[i + t * step];
  }
  out[i] = all;
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, 4096 * sizeof(int));
  cudaMallocManaged(&out, 4096 * sizeof(int));
  for (int i = 0; i < 4096; ++i) {
    in[i] = (int)(i % 37);
    out[i] = 0;
  }
  const int taps = 5;
  shift<<<1, 64>>>(in, out, taps, 3);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5);
  printf("%.17g\n", sum);
}
