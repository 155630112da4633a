// SET: c_factor=2 dimension=y assignment=interleaved
#include <cstdio>

#define T 8

// A tile of b is the same for all blocks of a column.
__global__ void multiply(const float* a, const float* b, float* c, int n) {
  __shared__ float as[2][T][T];
  __shared__ float bs[T][T];
  int col = blockIdx.x * T + threadIdx.x;
  float sum[2] = {};
  for (int t = 0; t < n; t += T) {
    bs[threadIdx.y][threadIdx.x] = b[(t + threadIdx.y) * n + col];
    #pragma unroll
    for (int m = 0; m < 2; ++m) {
      const unsigned block_y = blockIdx.y + m * gridDim.y;
      int row = block_y * T + threadIdx.y;
      as[m][threadIdx.y][threadIdx.x] = a[row * n + t + threadIdx.x];
    }
    __syncthreads();
    for (int k = 0; k < T; ++k) {
      const float bs_k_threadIdx_x = bs[k][threadIdx.x];
      #pragma unroll
      for (int m = 0; m < 2; ++m) {
        sum[m] += as[m][threadIdx.y][k] * bs_k_threadIdx_x;
      }
    }
    __syncthreads();
  }
  #pragma unroll
  for (int m = 0; m < 2; ++m) {
    const unsigned block_y = blockIdx.y + m * gridDim.y;
    int row = block_y * T + threadIdx.y;
    c[row * n + col] = sum[m];
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
  dim3 grid(2, 2), block(T, T);
  multiply<<<dim3(grid.x, grid.y / 2, grid.z), block>>>(in, in, out, 16);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %g\n", i, (double)out[i]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
