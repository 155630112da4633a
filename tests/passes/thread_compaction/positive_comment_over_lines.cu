// SET: c_factor=2 dimension=x assignment=interleaved
#include <cstdio>

__global__ void kernel(const int* in, int* out) {
  __shared__ int s[64];
  int a = in[blockIdx.x * 64 + threadIdx.x]; /* one value
                                                of each thread */
  s[threadIdx.x] = a; /* seen by
                         others */
  __syncthreads();
  int b = s[63 - threadIdx.x];
  out[blockIdx.x * 64 + threadIdx.x] = a * 2 + b;
}

int main() {
  int *in = nullptr, *out = nullptr;
  cudaMallocManaged(&in, 1024 * sizeof(int));
  cudaMallocManaged(&out, 1024 * sizeof(int));
  for (int i = 0; i < 1024; ++i) in[i] = i * 37 % 101;
  kernel<<<4, 64>>>(in, out);
  cudaDeviceSynchronize();
  unsigned sum = 0;
  for (int i = 0; i < 1024; ++i) sum = sum * 31 + out[i];
  printf("%u\n", sum);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
