// SET: c_factor=2 dimension=x assignment=interleaved
#include <cstdio>

__device__ int me() { return blockIdx.x * blockDim.x + threadIdx.x; }

__global__ void lines(const float* in, float* out) {
  __shared__ float s[32];
  float own = in[me()];

  s[threadIdx.x] = own;
  __syncthreads();
  out[me()] = s[31 - threadIdx.x] - own;
}

static float number(int i) { return (float)((i * 37 + 11) % 101) * 0.25f - 9.0f; }

int main() {
  const int n = 128;
  float* in = nullptr;
  float* out = nullptr;
  cudaMallocManaged(&in, n * sizeof(float));
  cudaMallocManaged(&out, n * sizeof(float));
  for (int i = 0; i < n; ++i) {
    in[i] = (float)number(i);
    out[i] = 0;
  }
  lines<<<4, 32>>>(in, out);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %g\n", i, (double)out[i]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
