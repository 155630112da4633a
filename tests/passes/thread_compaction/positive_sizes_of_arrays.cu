// SET: c_factor=2 dimension=x assignment=interleaved
#include <cstdio>

__global__ void kernel(const int* in, int* out) {
  __shared__ int s[64];
  int v[4];
  for (int i = 0; i < sizeof(v) / sizeof(v[0]); ++i) v[i] = in[blockIdx.x * 64 + threadIdx.x + i];
  s[threadIdx.x] = v[1];
  __syncthreads();
  int sum = 0;
  for (int i = 0; i < sizeof v / sizeof(int); ++i) {
    sum += v[i] + s[(threadIdx.x + i) & 63];
    __syncthreads();
  }
  out[blockIdx.x * 64 + threadIdx.x] = sum;
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
