// UNKNOWN: over a branch or a loop
#include <cstdio>

__global__ void residual(const float* in, float* out, int n) {
  float worst = 0;
  for (int i = 0; i < n; ++i) {
    float p = in[i] * in[i + threadIdx.x];
    if (i % 2) p = -p;
    worst = fmaxf(worst, p + in[i + 3]);
  }
  out[threadIdx.x] = worst;
}

int main() {
  float *in, *out;
  cudaMallocManaged(&in, 4096 * sizeof(float));
  cudaMallocManaged(&out, 4096 * sizeof(float));
  for (int i = 0; i < 4096; ++i) {
    in[i] = (float)(i % 37);
    out[i] = 0;
  }
  residual<<<1, 32>>>(in, out, 6);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5);
  printf("%.17g\n", sum);
}
