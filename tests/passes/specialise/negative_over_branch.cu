// UNKNOWN: both multiplies and adds floating-point numbers
#include <cstdio>

// With a constant the branch is gone, and product and sum stand side by side: rounded once.
__global__ void branch(const float* in, float* out, int n) {
  float value = 0;
  for (int i = 0; i < n; ++i) value = in[i];
  if (n > 2) value = in[threadIdx.x] * in[threadIdx.x + 1];
  out[threadIdx.x] = value + in[threadIdx.x + 2];
}

int main() {
  float *in, *out;
  cudaMallocManaged(&in, 4096 * sizeof(float));
  cudaMallocManaged(&out, 4096 * sizeof(float));
  for (int i = 0; i < 4096; ++i) {
    in[i] = (float)(i % 37);
    out[i] = 0;
  }
  branch<<<1, 32>>>(in, out, 4);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5);
  printf("%.17g\n", sum);
}
