// SET: c_factor=2 dimension=x assignment=interleaved
#include <cstdio>

__global__ void kernel(const int* in, int* out) {
  __shared__ int s[64];
  int v[2][4];
  #pragma unroll
  for (int m = 0; m < 2; ++m) {
    const unsigned thread_x = threadIdx.x + m * blockDim.x;
    for (int i = 0; i < sizeof(v[0]) / sizeof(v[0][0]); ++i) v[m][i] = in[blockIdx.x * 64 + thread_x + i];
    s[thread_x] = v[m][1];
  }
  __syncthreads();
  int sum[2] = {};
  for (int i = 0; i < sizeof v[0] / sizeof(int); ++i) {
    #pragma unroll
    for (int m = 0; m < 2; ++m) {
      const unsigned thread_x = threadIdx.x + m * blockDim.x;
      sum[m] += v[m][i] + s[(thread_x + i) & 63];
    }
    __syncthreads();
  }
  #pragma unroll
  for (int m = 0; m < 2; ++m) {
    const unsigned thread_x = threadIdx.x + m * blockDim.x;
    out[blockIdx.x * 64 + thread_x] = sum[m];
  }
}

int main() {
  int *in = nullptr, *out = nullptr;
  cudaMallocManaged(&in, 1024 * sizeof(int));
  cudaMallocManaged(&out, 1024 * sizeof(int));
  for (int i = 0; i < 1024; ++i) in[i] = i * 37 % 101;
  kernel<<<4, 64 / 2>>>(in, out);
  cudaDeviceSynchronize();
  unsigned sum = 0;
  for (int i = 0; i < 1024; ++i) sum = sum * 31 + out[i];
  printf("%u\n", sum);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
