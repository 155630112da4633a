// SET: c_factor=4 dimension=x assignment=interleaved
#include <cstdio>

__global__ void halves(const float* in, float* out) {
  __shared__ float s[32];
  #pragma unroll
  for (int m = 0; m < 4; ++m) {
    int t = threadIdx.x + m * blockDim.x;
    s[t] = in[blockIdx.x * 32 + t];
  }
  __syncthreads();
  #pragma unroll
  for (int m = 0; m < 4; ++m) {
    int t = threadIdx.x + m * blockDim.x;
    if (t < 16) { s[t] += s[t + 16]; }
  }
  __syncthreads();
  #pragma unroll
  for (int m = 0; m < 4; ++m) {
    int t = threadIdx.x + m * blockDim.x;
    if (t < 8) { s[t] += s[t + 8]; }
  }
  __syncthreads();  // and so on
  #pragma unroll
  for (int m = 0; m < 4; ++m) {
    int t = threadIdx.x + m * blockDim.x;
    if (t < 8) out[blockIdx.x * 8 + t] = s[t]; // the end
  }
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
  halves<<<4, 32 / 4>>>(in, out);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %g\n", i, (double)out[i]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
