// SET: c_factor=4 dimension=y assignment=interleaved
#include <cstdio>

#define T 16

__global__ void mulT(const float* A, const float* B, float* C, int n) {
  __shared__ float a[T][T], b[T][T + 1];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * T + ty;   // of A and C
  int col = blockIdx.x * T;        // first column of this block
  float sum = 0;
  for (int t = 0; t < n; t += T) {
    a[ty][tx] = A[row * n + t + tx];
    b[ty][tx] = B[(col + ty) * n + t + tx];
    __syncthreads();
    for (int k = 0; k < T; ++k)
      sum += a[ty][k] * b[tx][k];
    __syncthreads();               // tiles are overwritten next
  }
  C[row * n + col + tx] = sum;
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
  mulT<<<grid, block>>>(in, in, out, 32);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %g\n", i, (double)out[i]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
