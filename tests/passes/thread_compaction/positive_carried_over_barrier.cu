// SET: c_factor=4 dimension=y assignment=interleaved
#include <cstdio>

__global__ void settle(const float* ref, const float* in, float* out, int w, int h) {
  __shared__ float tile[8][32];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  if (x >= w) return;              // the whole column of threads leaves
  float own = 0.0f;
  if (y < h) own = in[y * w + x] - ref[x];
  tile[threadIdx.y][threadIdx.x] = own;
  __syncthreads();
  float below = threadIdx.y < 7 ? tile[threadIdx.y + 1][threadIdx.x] : own;
  if (y < h) out[y * w + x] = 0.5f * (own + below);
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
  settle<<<dim3(2, 3), dim3(32, 8)>>>(in, in + 100, out, 50, 18);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %g\n", i, (double)out[i]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
