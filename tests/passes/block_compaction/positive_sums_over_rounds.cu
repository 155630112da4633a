// SET: c_factor=4 dimension=x assignment=interleaved
#include <cstdio>

__global__ void sums(const float* in, float* out, int rounds) {
  __shared__ float s[32];
  float best = -1000;
  for (int r = 0; r < rounds; ++r) {
    s[threadIdx.x] = in[(blockIdx.x * 32 + threadIdx.x + r * 5) % 128];
    __syncthreads();
    float near = s[31 - threadIdx.x] + s[(threadIdx.x + 1) % 32];
    if (near > best) best = near;
    __syncthreads();
  }
  out[blockIdx.x * 32 + threadIdx.x] = best;
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
  sums<<<4, 32>>>(in, out, 3);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %g\n", i, (double)out[i]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
