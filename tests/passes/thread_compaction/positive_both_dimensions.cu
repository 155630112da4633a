// SET: c_factor=2 dimension=y assignment=interleaved
// SET: c_factor=2 dimension=x assignment=interleaved
#include <cstdio>

__global__ void tile(const float* a, const float* b, float* c, int n) {
  __shared__ float as[8][8], bs[8][8];
  int tx = threadIdx.x;
  int ty = threadIdx.y;
  int row = blockIdx.y * 8 + ty, col = blockIdx.x * 8 + tx;

  // What this thread adds up.
  float sum = 0;  // of products

  for (int t = 0; t < n; t += 8) {
    // One element of each.
    as[ty][tx] = a[row * n + t + tx];
    bs[ty][tx] = b[(t + ty) * n + col];
    __syncthreads();

    for (int k = 0; k < 8; ++k) {
      sum += as[ty][k] * bs[k][tx];
    }
    __syncthreads();
  }
  c[row * n + col] = sum;
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
  tile<<<grid, block>>>(in, in, out, 16);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %g\n", i, (double)out[i]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
