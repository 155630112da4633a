// UNKNOWN: over a branch or a loop
#include <cstdio>

// A sum takes the product of the round before.
__global__ void late(const float* in, float* out, int n) {
  float sum = 0, before = 0;
  for (int i = 0; i < n; ++i) {
    sum += before;
    before = in[i] * in[i + threadIdx.x];
  }
  out[threadIdx.x] = sum + before;
}

int main() {
  float *in, *out;
  cudaMallocManaged(&in, 4096 * sizeof(float));
  cudaMallocManaged(&out, 4096 * sizeof(float));
  for (int i = 0; i < 4096; ++i) {
    in[i] = (float)(i % 37);
    out[i] = 0;
  }
  late<<<1, 32>>>(in, out, 6);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5);
  printf("%.17g\n", sum);
}
