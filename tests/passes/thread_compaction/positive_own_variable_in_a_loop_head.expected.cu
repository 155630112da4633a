// SET: c_factor=2 dimension=y
#include <cstdio>

__global__ void sums(const float* in, float* out, int width, int height) {
  __shared__ float tile[8][33];
  float sum[2] = {};
  int row[2];
  #pragma unroll
  for (int m = 0; m < 2; ++m) {
    const unsigned thread_y = threadIdx.y + m * blockDim.y;
    row[m] = blockIdx.x * 8 + thread_y;
  }
  for (int column = 0; column < width; column += 32) {
    #pragma unroll
    for (int m = 0; m < 2; ++m) {
      const unsigned thread_y = threadIdx.y + m * blockDim.y;
      tile[thread_y][threadIdx.x] = in[row[m] * 4 + column + threadIdx.x];
    }
    __syncthreads();
    #pragma unroll
    for (int m = 0; m < 2; ++m) {
      const unsigned thread_y = threadIdx.y + m * blockDim.y;
      sum[m] += tile[thread_y][31 - threadIdx.x] + tile[7 - thread_y][threadIdx.x];
    }
    __syncthreads();
    #pragma unroll
    for (int m = 0; m < 2; ++m) {
      row[m] = row[m] + height;
    }
  }
  #pragma unroll
  for (int m = 0; m < 2; ++m) {
    const unsigned thread_y = threadIdx.y + m * blockDim.y;
    out[(blockIdx.x * 8 + thread_y) * 32 + threadIdx.x] = sum[m];
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
  sums<<<4, dim3(32, 8 / 2)>>>(in, out, 64, 3);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %g\n", i, (double)out[i]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
