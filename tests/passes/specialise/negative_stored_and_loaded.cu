// UNKNOWN: both multiplies and adds floating-point numbers
#include <cstdio>

// What is stored is loaded again, and added to.
__global__ void inPlace(float* in, float* out, int n) {
  for (int i = 1; i < n; ++i) out[i * n] = in[i] * in[i + 1];
  for (int i = 1; i < n; ++i) out[i] = out[i * n] + in[i];
}

int main() {
  float *in, *out;
  cudaMallocManaged(&in, 4096 * sizeof(float));
  cudaMallocManaged(&out, 4096 * sizeof(float));
  for (int i = 0; i < 4096; ++i) {
    in[i] = (float)(i % 37);
    out[i] = 0;
  }
  inPlace<<<1, 1>>>(in, out, 12);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5);
  printf("%.17g\n", sum);
}
