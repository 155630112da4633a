// UNKNOWN: both multiplies and adds floating-point numbers
#include <cstdio>

// Unrolled, the array is registers, and products and sums meet.
__global__ void staged(const float* in, float* out, int n) {
  float t[8];
  for (int i = 0; i < n; ++i) t[i] = in[i] * in[i + threadIdx.x];
  float sum = 0;
  for (int i = 0; i < n; ++i) sum += t[i];
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
  staged<<<1, 32>>>(in, out, 8);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5);
  printf("%.17g\n", sum);
}
