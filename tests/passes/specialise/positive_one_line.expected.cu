#include <cstdio>

// The body stands on one line.
__global__ void fill(float* in, float* out, int /* n */) { int n = 8; for (int i = 0; i < n; ++i) out[threadIdx.x * 8 + i] = in[i]; }

int main() {
  float *in, *out;
  cudaMallocManaged(&in, 4096 * sizeof(float));
  cudaMallocManaged(&out, 4096 * sizeof(float));
  for (int i = 0; i < 4096; ++i) {
    in[i] = (float)(i % 37);
    out[i] = 0;
  }
  fill<<<1, 32>>>(in, out, 8);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5);
  printf("%.17g\n", sum);
}
