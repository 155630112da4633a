// SET: c_factor=2 dimension=x assignment=blocked
#include <cstdio>

__global__ void rows(const float* in, const float* factor, float* out, int width, int height) {
  __shared__ float scale[8];
  int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  if (threadIdx.x == 0) scale[threadIdx.y] = y < height ? factor[y] : 0;
  __syncthreads();
  if (x < width && y < height) {
    out[y * width + x] = in[y * width + x] * scale[threadIdx.y];
  }
}

static float number(int i) { return (float)((i * 37 + 11) % 101) * 0.25f - 9.0f; }

int main() {
  const int n = 256;
  float* in = nullptr;
  float* out = nullptr;
  cudaMallocManaged(&in, n * sizeof(float));
  cudaMallocManaged(&out, n * sizeof(float));
  for (int i = 0; i < n; ++i) {
    in[i] = (float)number(i);
    out[i] = 0;
  }
  int width = 19 + n % 2, height = 13;
  dim3 grid((width + 7) / 8, (height + 7) / 8);
  rows<<<grid, dim3(8, 8)>>>(in, in + 3, out, width, height);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %g\n", i, (double)out[i]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
