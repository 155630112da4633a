// SET: c_factor=2 dimension=x assignment=interleaved
#include <cstdio>

template <typename T, int kBlock>
__global__ void reversed(const T* in, T* out, int n) {
  __shared__ T s[2][kBlock];
  #pragma unroll
  for (int m = 0; m < 2; ++m) {
    const unsigned block_x = blockIdx.x + m * gridDim.x;
    int i = block_x * kBlock + threadIdx.x;
    s[m][threadIdx.x] = i < n ? in[i] : T(1);
  }
  __syncthreads();
  #pragma unroll
  for (int m = 0; m < 2; ++m) {
    const unsigned block_x = blockIdx.x + m * gridDim.x;
    int i = block_x * kBlock + threadIdx.x;
    if (i < n) out[i] += s[m][kBlock - 1 - threadIdx.x];
  }
}

static float number(int i) { return (float)((i * 37 + 11) % 101) * 0.25f - 9.0f; }

int main() {
  const int n = 100;
  float* in = nullptr;
  float* out = nullptr;
  cudaMallocManaged(&in, n * sizeof(float));
  cudaMallocManaged(&out, n * sizeof(float));
  for (int i = 0; i < n; ++i) {
    in[i] = (float)number(i);
    out[i] = 0;
  }
  int blocks = (n + 31) / 32;
  reversed<float, 32><<<blocks / 2, 32>>>(in, out, n);
  reversed<float, 64><<<(n + 63) / 64 / 2, 64>>>(in, out, n);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %g\n", i, (double)out[i]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
