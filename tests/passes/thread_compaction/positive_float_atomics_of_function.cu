// SAMENESS: another order
// SET: c_factor=2
#include <cstdio>

__device__ void add(double* sums, int at, double value) { atomicAdd(sums + at, value); }

__global__ void spread(const double* in, double* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  for (int k = 0; k < 4; ++k) add(out, (i + k) % 16, in[i] / (k + 1));
}

int main() {
  const int n = 100;
  double *in = nullptr, *out = nullptr;
  cudaMallocManaged(&in, n * sizeof(double));
  cudaMallocManaged(&out, 16 * sizeof(double));
  for (int i = 0; i < n; ++i) in[i] = 0.1 * i - 3;
  for (int i = 0; i < 16; ++i) out[i] = 0;
  spread<<<2, 64>>>(in, out, n);
  cudaDeviceSynchronize();
  for (int i = 0; i < 16; ++i) printf("%d %.17g\n", i, out[i]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
