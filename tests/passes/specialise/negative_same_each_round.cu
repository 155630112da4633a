// UNKNOWN: the same in each round
#include <cstdio>

__global__ void repeated(const float* in, float* out, int n, float a, float b) {
  float sum = in[threadIdx.x];
  for (int i = 0; i < n; ++i) sum += a * b;
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
  repeated<<<1, 32>>>(in, out, 5, 0.1f, 0.3f);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5);
  printf("%.17g\n", sum);
}
