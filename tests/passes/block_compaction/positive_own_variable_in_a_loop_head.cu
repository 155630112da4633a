// SET: c_factor=2 dimension=x
#include <cstdio>

__global__ void product(const float* a, const float* b, float* c, int width) {
  int tx = threadIdx.x, ty = threadIdx.y;
  int first = width * 8 * blockIdx.y;
  float sum = 0;

  // Tile by tile.
  for (int i = first, j = 8 * blockIdx.x; i < first + width; i += 8, j += 8 * width) {
    __shared__ float as[8][8];
    __shared__ float bs[8][8];
    as[ty][tx] = a[i + width * ty + tx];
    bs[ty][tx] = b[j + width * ty + tx];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 8; ++k) sum += as[ty][k] * bs[k][tx];
    __syncthreads();  // before the next tiles
  }
  c[width * (8 * blockIdx.y + ty) + 8 * blockIdx.x + tx] = sum;
}

static float number(int i) { return (float)((i * 37 + 11) % 101) * 0.25f - 9.0f; }

int main() {
  const int n = 1024;
  float* in = nullptr;
  float* out = nullptr;
  cudaMallocManaged(&in, n * sizeof(float));
  cudaMallocManaged(&out, n * sizeof(float));
  for (int i = 0; i < n; ++i) {
    in[i] = (float)number(i);
    out[i] = 0;
  }
  const int width = 24;
  product<<<dim3(width / 8, width / 8), dim3(8, 8)>>>(in, in + 100, out, width);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %g\n", i, (double)out[i]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
