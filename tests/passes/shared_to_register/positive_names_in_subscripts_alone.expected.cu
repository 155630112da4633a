// Names of which nothing but subscripts and sizes made use are told so to compilers, which warn of them otherwise.
#include <cstdio>

#define BLOCK 64
[[maybe_unused]] static const int kBlock = BLOCK;
[[maybe_unused]] static __device__ int place(int at) { return at & (BLOCK - 1); }

__global__ void scale(const float* in, float* out, float by) {
  [[maybe_unused]] const int tx = threadIdx.x;
  int kept = threadIdx.x;
  [[maybe_unused]] constexpr int size = BLOCK;
  float c;
  float b;
  float a;
  a = in[blockIdx.x * BLOCK + threadIdx.x];
  b = a * by;
  c = b + kept;
  out[blockIdx.x * BLOCK + threadIdx.x] = c + a;
}

int main() {
  float *in, *out, host[4 * BLOCK];
  for (int i = 0; i < 4 * BLOCK; ++i) host[i] = i;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  scale<<<4, BLOCK>>>(in, out, 3);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  for (float one : host) printf("%g\n", one);
}
