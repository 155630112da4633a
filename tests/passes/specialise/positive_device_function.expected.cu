#include <cstdio>

// The loop stands in a function that is handed the parameter.
__device__ float longest(const float* row, int n) {
  float all = 0;
  for (int i = 0; i < n; ++i) all = fmaxf(all, row[i]);
  return all;
}

__global__ void widths(const float* in, float* out, int /* n */, int pitch) {
  int n = 9;
  const float* row = in + threadIdx.x * pitch;
  out[threadIdx.x] = longest(row, n);
}

int main() {
  float *in, *out;
  cudaMallocManaged(&in, 4096 * sizeof(float));
  cudaMallocManaged(&out, 4096 * sizeof(float));
  for (int i = 0; i < 4096; ++i) {
    in[i] = (float)(i % 37);
    out[i] = 0;
  }
  widths<<<1, 40>>>(in, out, 9, 11);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5);
  printf("%.17g\n", sum);
}
