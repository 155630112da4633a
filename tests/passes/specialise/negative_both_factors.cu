// UNKNOWN: both multiplies and adds floating-point numbers
#include <cstdio>

// Both factors become constants: their product is rounded by the compiler, and not inside the sum.
__global__ void ramp(const float* in, float* out, int n) {
  float sum = 0;
  for (int i = 0; i < n; ++i) sum += (float)i * 0.1f;
  out[threadIdx.x] = sum + in[threadIdx.x];
}

int main() {
  float *in, *out;
  cudaMallocManaged(&in, 4096 * sizeof(float));
  cudaMallocManaged(&out, 4096 * sizeof(float));
  for (int i = 0; i < 4096; ++i) {
    in[i] = (float)(i % 37);
    out[i] = 0;
  }
  ramp<<<1, 32>>>(in, out, 9);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5);
  printf("%.17g\n", sum);
}
