// SET: c_factor=2 dimension=y assignment=blocked
// SET: c_factor=4 dimension=x assignment=interleaved
#include <cstdio>

template <int kSide>
__global__ void tile(const float* a, float* c, int n) {
  __shared__ float as[kSide][kSide];
  const int row = blockIdx.y * kSide + threadIdx.y;
  const int col = blockIdx.x * kSide + threadIdx.x;
  as[threadIdx.y][threadIdx.x] = a[row * n + col];
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < kSide; ++k) {
    sum += as[threadIdx.y][k] * as[k][threadIdx.x];
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
  dim3 block(8, 8);
  tile<8><<<dim3(2, 2), block>>>(in, out, 16);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %g\n", i, (double)out[i]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
