// SET: c_factor=4 dimension=y assignment=interleaved
#include <cstdio>

__global__ void settle(const float* ref, const float* in, float* out, int w, int h) {
  __shared__ float tile[8][32];
  int x = blockIdx.x * 32 + threadIdx.x;
  if (x >= w) return;              // the whole column of threads leaves
  float own[4] = {};
  #pragma unroll
  for (int m = 0; m < 4; ++m) {
    const unsigned thread_y = threadIdx.y + m * blockDim.y;
    int y = blockIdx.y * 8 + thread_y;
    if (y < h) own[m] = in[y * w + x] - ref[x];
    tile[thread_y][threadIdx.x] = own[m];
  }
  __syncthreads();
  #pragma unroll
  for (int m = 0; m < 4; ++m) {
    const unsigned thread_y = threadIdx.y + m * blockDim.y;
    int y = blockIdx.y * 8 + thread_y;
    float below = thread_y < 7 ? tile[thread_y + 1][threadIdx.x] : own[m];
    if (y < h) out[y * w + x] = 0.5f * (own[m] + below);
  }
}

static float number(int i) { return (float)((i * 37 + 11) % 101) * 0.25f - 9.0f; }

int main() {
  const int n = 1000;
  float* in = nullptr;
  float* out = nullptr;
  cudaMallocManaged(&in, n * sizeof(float));
  cudaMallocManaged(&out, n * sizeof(float));
  for (int i = 0; i < n; ++i) {
    in[i] = (float)number(i);
    out[i] = 0;
  }
  settle<<<dim3(2, 3), dim3(32, 8 / 4)>>>(in, in + 100, out, 50, 18);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %g\n", i, (double)out[i]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
