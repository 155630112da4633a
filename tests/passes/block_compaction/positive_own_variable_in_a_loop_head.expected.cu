// SET: c_factor=2 dimension=x
#include <cstdio>

__global__ void product(const float* a, const float* b, float* c, int width, unsigned grid_x) {
  int tx = threadIdx.x, ty = threadIdx.y;
  int first = width * 8 * blockIdx.y;
  float sum[2] = {};
  int j[2];
  #pragma unroll
  for (int m = 0; m < 2; ++m) {
    const unsigned block_x = min(blockIdx.x + m * gridDim.x, grid_x - 1);  // past the end: the last one again
    j[m] = 8 * block_x;
  }

  // Tile by tile.
  for (int i = first; i < first + width; i += 8) {
    __shared__ float as[8][8];
    __shared__ float bs[2][8][8];
    as[ty][tx] = a[i + width * ty + tx];
    #pragma unroll
    for (int m = 0; m < 2; ++m) {
      bs[m][ty][tx] = b[j[m] + width * ty + tx];
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 8; ++k) {
      const float as_ty_k = as[ty][k];
      #pragma unroll
      for (int m = 0; m < 2; ++m) {
        sum[m] += as_ty_k * bs[m][k][tx];
      }
    }
    __syncthreads();  // before the next tiles
    #pragma unroll
    for (int m = 0; m < 2; ++m) {
      j[m] += 8 * width;
    }
  }
  #pragma unroll
  for (int m = 0; m < 2; ++m) {
    const unsigned block_x = blockIdx.x + m * gridDim.x;
    if (block_x >= grid_x) continue;
    c[width * (8 * blockIdx.y + ty) + 8 * block_x + tx] = sum[m];
  }
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
  product<<<dim3((width / 8 + 1) / 2, width / 8), dim3(8, 8)>>>(in, in + 100, out, width, width / 8);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %g\n", i, (double)out[i]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
