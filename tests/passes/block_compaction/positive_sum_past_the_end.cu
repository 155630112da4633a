// SET: c_factor=2 dimension=x
#include <cstdio>

// Sums that nobody stores may be made for a block that is not there.
__global__ void sums(const float* in, float* out, int rounds) {
  __shared__ float s[32];
  float sum = 0;
  for (int i = 0; i < rounds; ++i) {
    s[threadIdx.x] = in[(blockIdx.x * 32 + threadIdx.x) * rounds + i];
    __syncthreads();
    sum += s[31 - threadIdx.x] * in[i];
    __syncthreads();
  }
  out[blockIdx.x * 32 + threadIdx.x] = sum;
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
  sums<<<3, 32>>>(in, out, 4);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %g\n", i, (double)out[i]);
  cudaFree(in);
  cudaFree(out);
  cudaFree(at);
  return 0;
}
