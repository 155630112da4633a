#include <cstdio>
#include <cstdlib>
#include <utility>

__global__ void smooth(const float* from, float* to, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) to[i] = 0.5f * from[i] + 0.5f * from[(i + 1) % n];
}

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
  float* c;
  cudaMalloc(&c, 64 * sizeof(float));
  cudaMemset(c, 0, 64 * sizeof(float));
  float* d;
  cudaMalloc(&d, 64 * sizeof(float));
  cudaMemset(d, 0, 64 * sizeof(float));
  for (int i = 0; i < rounds; ++i) {
    smooth<<<1, 64>>>(a, b, 64);
    smooth<<<1, 64>>>(b, c, 64);
    smooth<<<1, 64>>>(c, d, 64);
    float* kept = a;
    a = b;
    b = c;
    c = d;
    d = kept;
  }
  float seen[64];
  cudaMemcpy(seen, a, sizeof seen, cudaMemcpyDeviceToHost);
  for (float one : seen) printf("%.9g\n", one);
  return cudaGetLastError();
}
