// SET: c_factor=2 dimension=y assignment=interleaved
#include <cstdio>

__global__ void stencil(const float* in, float* out, int w, int h) {
  __shared__ float tile[16][16];
  int bx = blockIdx.x, by = blockIdx.y;
  int tx = threadIdx.x;
  int x = bx * 16 + tx;
  #pragma unroll
  for (int m = 0; m < 2; ++m) {
    int ty = threadIdx.y + m * blockDim.y;
    int y = by * 16 + ty;
    bool inside = x < w && y < h;
    if (inside) tile[ty][tx] = in[y * w + x];
    else tile[ty][tx] = 0;
  }
  __syncthreads();
  int W = tx == 0 ? 0 : tx - 1;
  int E = tx == 15 ? 15 : tx + 1;
  #pragma unroll
  for (int m = 0; m < 2; ++m) {
    int ty = threadIdx.y + m * blockDim.y;
    int y = by * 16 + ty;
    bool inside = x < w && y < h;
    int N = ty == 0 ? 0 : ty - 1;
    int S = ty == 15 ? 15 : ty + 1;
    float r = tile[N][tx] + tile[S][tx] + tile[ty][W] + tile[ty][E];
    if (inside) out[y * w + x] = r * 0.25f;
  }
}

static float number(int i) { return (float)((i * 37 + 11) % 101) * 0.25f - 9.0f; }

int main() {
  const int n = 1200;
  float* in = nullptr;
  float* out = nullptr;
  cudaMallocManaged(&in, n * sizeof(float));
  cudaMallocManaged(&out, n * sizeof(float));
  for (int i = 0; i < n; ++i) {
    in[i] = (float)number(i);
    out[i] = 0;
  }
  stencil<<<dim3(3, 2), dim3(16, 16 / 2)>>>(in, out, 40, 30);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %g\n", i, (double)out[i]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
