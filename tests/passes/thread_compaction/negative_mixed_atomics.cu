// REFUSES: updates with `atomicMax` what `atomicXor` may update too: the result depends on the order of the threads
#include <cstdio>

__global__ void kernel(const int* in, int* out) {
  __shared__ int words[64];
  const int t = threadIdx.x;
  words[t] = t;
  __syncthreads();
  atomicXor(&words[t ^ 11], t - 64);
  atomicMax(&words[t ^ 1], in[t]);
  __syncthreads();
  out[t] = words[t];
}

int main() {
  const int n = 64;
  int* in = nullptr;
  int* out = nullptr;
  cudaMallocManaged(&in, n * sizeof(int));
  cudaMallocManaged(&out, n * sizeof(int));
  for (int i = 0; i < n; ++i) in[i] = i * 37 % 101 - 9;
  kernel<<<1, 64>>>(in, out);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %d\n", i, out[i]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
