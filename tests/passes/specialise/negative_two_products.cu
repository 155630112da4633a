// UNKNOWN: both multiplies and adds floating-point numbers
#include <cstdio>

// By 1 nothing is multiplied: then the other product is the one that is fused.
__global__ void blend(const float* in, float* out, int n) {
  float sum = 0;
  for (int i = 0; i < n; ++i) sum = fmaxf(sum, in[i] * (float)n + in[i + 1] * in[i + threadIdx.x]);
  out[threadIdx.x] = sum;
}

int main() {
  float *in, *out;
  cudaMallocManaged(&in, 4096 * sizeof(float));
  cudaMallocManaged(&out, 4096 * sizeof(float));
  for (int i = 0; i < 4096; ++i) {
    in[i] = (float)(i % 37);
    out[i] = 0;
  }
  blend<<<1, 32>>>(in, out, 1);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5);
  printf("%.17g\n", sum);
}
