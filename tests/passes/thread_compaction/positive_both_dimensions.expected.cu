// SET: c_factor=2 dimension=y assignment=interleaved
// SET: c_factor=2 dimension=x assignment=interleaved
#include <cstdio>

__global__ void tile(const float* a, const float* b, float* c, int n) {
  __shared__ float as[8][8], bs[8][8];

  // What this thread adds up.
  float sum[2][2] = {};  // of products

  for (int t = 0; t < n; t += 8) {

    #pragma unroll
    for (int m_2 = 0; m_2 < 2; ++m_2) {
      int tx = threadIdx.x + m_2 * blockDim.x;
      int col = blockIdx.x * 8 + tx;
      #pragma unroll
      for (int m = 0; m < 2; ++m) {
        int ty = threadIdx.y + m * blockDim.y;
        int row = blockIdx.y * 8 + ty;
        // One element of each.
        as[ty][tx] = a[row * n + t + tx];
        bs[ty][tx] = b[(t + ty) * n + col];
      }
    }
    __syncthreads();

    for (int k = 0; k < 8; ++k) {
      float bs_k_tx[2];
      #pragma unroll
      for (int m_2 = 0; m_2 < 2; ++m_2) {
        int tx = threadIdx.x + m_2 * blockDim.x;
        bs_k_tx[m_2] = bs[k][tx];
      }
      #pragma unroll
      for (int m = 0; m < 2; ++m) {
        int ty = threadIdx.y + m * blockDim.y;
        const float as_ty_k = as[ty][k];
        #pragma unroll
        for (int m_2 = 0; m_2 < 2; ++m_2) {
          sum[m_2][m] += as_ty_k * bs_k_tx[m_2];
        }
      }
    }
    __syncthreads();
  }
  #pragma unroll
  for (int m_2 = 0; m_2 < 2; ++m_2) {
    int tx = threadIdx.x + m_2 * blockDim.x;
    int col = blockIdx.x * 8 + tx;
    #pragma unroll
    for (int m = 0; m < 2; ++m) {
      int ty = threadIdx.y + m * blockDim.y;
      int row = blockIdx.y * 8 + ty;
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
  dim3 grid(2, 2), block(8, 8);
  tile<<<grid, dim3(block.x / 2, block.y / 2, block.z)>>>(in, in, out, 16);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %g\n", i, (double)out[i]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
