#include <cstdio>

// `n` is another in each launch, `lag` the same: `n` stays.
__global__ void autocorrelation(const int* in, int* out, int n, int /* lag */) {
  int lag = 4;
  int all = 0;
  for (int i = 0; i + lag < n; ++i) all += in[i] ^ in[i + lag];
  for (int i = 0; i < lag; ++i) all += in[i * n + threadIdx.x];
  out[n + threadIdx.x] = all;
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, 4096 * sizeof(int));
  cudaMallocManaged(&out, 4096 * sizeof(int));
  for (int i = 0; i < 4096; ++i) {
    in[i] = (int)(i % 37);
    out[i] = 0;
  }
  autocorrelation<<<1, 8>>>(in, out, 64, 4);
  autocorrelation<<<1, 8>>>(in, out, 128, 4);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5);
  printf("%.17g\n", sum);
}
