// SET: c_factor=2 dimension=y assignment=interleaved
#include <cstdio>

__global__ void maybe(const float* in, float* out, int twice) {
  __shared__ float s[4][32];
  int x = threadIdx.x;
  float v[2];
  #pragma unroll
  for (int m = 0; m < 2; ++m) {
    int y = threadIdx.y + m * blockDim.y;
    v[m] = in[y * 32 + x];
  }
  if (twice > 0) {
    #pragma unroll
    for (int m = 0; m < 2; ++m) {
      int y = threadIdx.y + m * blockDim.y;
      s[y][x] = v[m];
    }
    __syncthreads();
    #pragma unroll
    for (int m = 0; m < 2; ++m) {
      int y = threadIdx.y + m * blockDim.y;
      v[m] += s[3 - y][31 - x];
    }
  } else {
    #pragma unroll
    for (int m = 0; m < 2; ++m) {
      v[m] = -v[m];
    }
  }
  #pragma unroll
  for (int m = 0; m < 2; ++m) {
    int y = threadIdx.y + m * blockDim.y;
    out[y * 32 + x] = v[m];
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
  maybe<<<1, dim3(32, 4 / 2)>>>(in, out, 1);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%g\n", out[i]);
  maybe<<<1, dim3(32, 4 / 2)>>>(in, out, 0);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %g\n", i, (double)out[i]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
