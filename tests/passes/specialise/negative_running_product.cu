// UNKNOWN: over a branch or a loop
#include <cstdio>

__global__ void polynomial(const float* in, float* out, int n) {
  float power = in[0], sum = 1;
  for (int i = 0; i < n; ++i) {
    sum += power;
    power *= in[threadIdx.x];
  }
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
  polynomial<<<1, 32>>>(in, out, 5);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5);
  printf("%.17g\n", sum);
}
