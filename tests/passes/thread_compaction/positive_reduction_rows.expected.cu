// SET: c_factor=2 dimension=y assignment=interleaved
#include <cstdio>

__global__ void rows(const float* in, float* out) {
  __shared__ float s[8][33];
  const int x = threadIdx.x;
  #pragma unroll
  for (int m = 0; m < 2; ++m) {
    const int y = threadIdx.y + m * blockDim.y;
    s[y][x] = in[(blockIdx.x * 8 + y) * 32 + x];
  }
  __syncthreads();
  for (int half = 16; half > 0; half /= 2) {
    #pragma unroll
    for (int m = 0; m < 2; ++m) {
      const int y = threadIdx.y + m * blockDim.y;
      if (x < half) s[y][x] += s[y][x + half];
    }
    __syncthreads();
  }
  #pragma unroll
  for (int m = 0; m < 2; ++m) {
    const int y = threadIdx.y + m * blockDim.y;
    if (x == 0) out[blockIdx.x * 8 + y] = s[y][0];
  }
}

static float number(int i) { return (float)((i * 37 + 11) % 101) * 0.25f - 9.0f; }

int main() {
  const int n = 512;
  float* in = nullptr;
  float* out = nullptr;
  cudaMallocManaged(&in, n * sizeof(float));
  cudaMallocManaged(&out, n * sizeof(float));
  for (int i = 0; i < n; ++i) {
    in[i] = (float)number(i);
    out[i] = 0;
  }
  rows<<<2, dim3(32, 8 / 2)>>>(in, out);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %g\n", i, (double)out[i]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
