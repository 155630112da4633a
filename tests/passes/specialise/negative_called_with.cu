// UNKNOWN: is called at line 7
#include <cstdio>

// What a function computes of a constant, the compiler does.
__global__ void decay(const float* in, float* out, int n) {
  float all = 0;
  for (int i = 0; i < n; ++i) all = fmaxf(all, powf(in[i + threadIdx.x], (float)n));
  out[threadIdx.x] = all;
}

int main() {
  float *in, *out;
  cudaMallocManaged(&in, 4096 * sizeof(float));
  cudaMallocManaged(&out, 4096 * sizeof(float));
  for (int i = 0; i < 4096; ++i) {
    in[i] = (float)(i % 37);
    out[i] = 0;
  }
  decay<<<1, 32>>>(in, out, 2);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5);
  printf("%.17g\n", sum);
}
