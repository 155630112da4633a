// SET: c_factor=2 dimension=y assignment=blocked
// SET: c_factor=4 dimension=x assignment=interleaved
#include <cstdio>

template <int kSide>
__global__ void tile(const float* a, float* c, int n) {
  __shared__ float as[kSide][kSide];
  #pragma unroll
  for (int m_2 = 0; m_2 < 4; ++m_2) {
    const unsigned thread_x = threadIdx.x + m_2 * blockDim.x;
    const int col = blockIdx.x * kSide + thread_x;
    #pragma unroll
    for (int m = 0; m < 2; ++m) {
      const unsigned thread_y = threadIdx.y * 2 + m;
      const int row = blockIdx.y * kSide + thread_y;
      as[thread_y][thread_x] = a[row * n + col];
    }
  }
  __syncthreads();
  float sum[4][2] = {};
  for (int k = 0; k < kSide; ++k) {
    float as_k_threadIdx_x[4];
    #pragma unroll
    for (int m_2 = 0; m_2 < 4; ++m_2) {
      const unsigned thread_x = threadIdx.x + m_2 * blockDim.x;
      as_k_threadIdx_x[m_2] = as[k][thread_x];
    }
    #pragma unroll
    for (int m = 0; m < 2; ++m) {
      const unsigned thread_y = threadIdx.y * 2 + m;
      const float as_thread_y_k = as[thread_y][k];
      #pragma unroll
      for (int m_2 = 0; m_2 < 4; ++m_2) {
        sum[m_2][m] += as_thread_y_k * as_k_threadIdx_x[m_2];
      }
    }
  }
  #pragma unroll
  for (int m_2 = 0; m_2 < 4; ++m_2) {
    const unsigned thread_x = threadIdx.x + m_2 * blockDim.x;
    const int col = blockIdx.x * kSide + thread_x;
    #pragma unroll
    for (int m = 0; m < 2; ++m) {
      const unsigned thread_y = threadIdx.y * 2 + m;
      const int row = blockIdx.y * kSide + thread_y;
      c[row * n + col] = sum[m_2][m];
    }
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
  dim3 block(8, 8);
  tile<8><<<dim3(2, 2), dim3(block.x / 4, block.y / 2, block.z)>>>(in, out, 16);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %g\n", i, (double)out[i]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
