// UNKNOWN: both divides and adds floating-point numbers
#include <cstdio>

// A division by a power of two is a product.
__global__ void average(const float* in, float* out, int n) {
  float sum = in[threadIdx.x];
  for (int i = 0; i < 3; ++i) sum += in[i * n + threadIdx.x] / (float)n;
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
  average<<<1, 32>>>(in, out, 4);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5);
  printf("%.17g\n", sum);
}
