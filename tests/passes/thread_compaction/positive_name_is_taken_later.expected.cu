// SET: c_factor=2 dimension=x assignment=interleaved
#include <cstdio>
__device__ int step = 5;

__global__ void kernel(const int* in, int* out) {
  #pragma unroll
  for (int m = 0; m < 2; ++m) {
    const unsigned thread_x = threadIdx.x + m * blockDim.x;
    out[blockIdx.x * 64 + thread_x] = in[thread_x] * step;
    int step = thread_x + 1;  // below the other one
    out[512 + blockIdx.x * 64 + thread_x] = step;
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
