#include <cstdio>
#include <cstdlib>

__global__ void scale(float* x, float by, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = x[i] * by + 1;
}
__global__ void smooth(const float* from, float* to, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) to[i] = 0.5f * from[i] + 0.5f * from[(i + 1) % n];
}

constexpr int blockSize = 16;
inline int blocks(int n) { return (n + blockSize - 1) / blockSize; }

int main(int argc, char** argv) {
  const int rounds = argc > 1 ? atoi(argv[1]) : 300;
  float* a;
  cudaMalloc(&a, 64 * sizeof(float));
  cudaMemset(a, 0, 64 * sizeof(float));
  float* b;
  cudaMalloc(&b, 64 * sizeof(float));
  cudaMemset(b, 0, 64 * sizeof(float));
  float first[64];
  for (int i = 0; i < 64; ++i) first[i] = i % 7;
  cudaMemcpy(a, first, sizeof first, cudaMemcpyHostToDevice);
  const bool smooths = argc < 3;
  const int n = 64;
  for (int i = 0; i < rounds; ++i) {
    const int grid = blocks(n);
    if (smooths)
      smooth<<<grid, blockSize>>>(a, b, n);
    else
      scale<<<grid, blockSize>>>(b, 0.5f, n);
    scale<<<blocks(n), blockSize>>>(a, 0.5f, n);
  }
  float seen[64];
  cudaMemcpy(seen, b, sizeof seen, cudaMemcpyDeviceToHost);
  for (float one : seen) printf("%.9g\n", one);
  return cudaGetLastError();
}
