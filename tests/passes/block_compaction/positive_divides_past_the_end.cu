// SET: c_factor=2 dimension=x
#include <cstdio>

// A division by what was loaded may not be done for a block that is not there, nor what needs it.
__global__ void quotients(const float* in, const int* at, float* out) {
  __shared__ int s[32];
  int divisor = at[blockIdx.x * 32 + threadIdx.x] | 1;
  __syncthreads();
  int quotient = 1000 / divisor;
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  int left = quotient + s[31 - threadIdx.x];
  __syncthreads();
  out[blockIdx.x * 32 + threadIdx.x] = in[blockIdx.x] + left;
}

static float number(int i) { return (float)((i * 37 + 11) % 101) * 0.25f - 9.0f; }

int main() {
  const int n = 1024;
  float* in = nullptr;
  float* out = nullptr;
  int* at = nullptr;
  cudaMallocManaged(&in, n * sizeof(float));
  cudaMallocManaged(&out, n * sizeof(float));
  cudaMallocManaged(&at, n * sizeof(int));
  for (int i = 0; i < n; ++i) {
    in[i] = (float)number(i);
    out[i] = (float)number(i + 7);
    at[i] = (i * 13 + 5) % 96;
  }
  quotients<<<3, 32>>>(in, at, out);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %g\n", i, (double)out[i]);
  cudaFree(in);
  cudaFree(out);
  cudaFree(at);
  return 0;
}
