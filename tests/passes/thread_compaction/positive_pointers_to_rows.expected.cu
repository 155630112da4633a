// SET: c_factor=2 dimension=x assignment=interleaved
#include <cstdio>

__global__ void kernel(const int* in, int** rows) {
  const auto rows_blockIdx_x = rows[blockIdx.x];
  #pragma unroll
  for (int m = 0; m < 2; ++m) {
    const unsigned thread_x = threadIdx.x + m * blockDim.x;
    rows_blockIdx_x[thread_x] = in[blockIdx.x * 64 + thread_x] + 1;
  }
}

int main() {
  int *in = nullptr, *out = nullptr;
  cudaMallocManaged(&in, 1024 * sizeof(int));
  cudaMallocManaged(&out, 1024 * sizeof(int));
  for (int i = 0; i < 1024; ++i) in[i] = i * 37 % 101;
  int** rows = nullptr;
  cudaMallocManaged(&rows, 4 * sizeof(int*));
  for (int i = 0; i < 4; ++i) rows[i] = out + i * 64;
  kernel<<<4, 64 / 2>>>(in, rows);
  cudaDeviceSynchronize();
  unsigned sum = 0;
  for (int i = 0; i < 1024; ++i) sum = sum * 31 + out[i];
  printf("%u\n", sum);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
