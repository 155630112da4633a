// SET: c_factor=4 dimension=y assignment=interleaved
#include <cstdio>

#define T 16

__global__ void mulT(const float* A, const float* B, float* C, int n) {
  __shared__ float a[T][T], b[T][T + 1];
  int tx = threadIdx.x;
  int col = blockIdx.x * T;        // first column of this block
  float sum[4] = {};
  for (int t = 0; t < n; t += T) {
    #pragma unroll
    for (int m = 0; m < 4; ++m) {
      int ty = threadIdx.y + m * blockDim.y;
      int row = blockIdx.y * T + ty;   // of A and C
      a[ty][tx] = A[row * n + t + tx];
      b[ty][tx] = B[(col + ty) * n + t + tx];
    }
    __syncthreads();
    for (int k = 0; k < T; ++k) {
      const float b_tx_k = b[tx][k];
      #pragma unroll
      for (int m = 0; m < 4; ++m) {
        int ty = threadIdx.y + m * blockDim.y;
        sum[m] += a[ty][k] * b_tx_k;
      }
    }
    __syncthreads();               // tiles are overwritten next
  }
  #pragma unroll
  for (int m = 0; m < 4; ++m) {
    int ty = threadIdx.y + m * blockDim.y;
    int row = blockIdx.y * T + ty;
    C[row * n + col + tx] = sum[m];
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
  dim3 block(T, T);
  dim3 grid(32 / block.x, 32 / block.y);
  mulT<<<grid, dim3(block.x, block.y / 4, block.z)>>>(in, in, out, 32);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %g\n", i, (double)out[i]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
