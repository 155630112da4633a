// REFUSES: its address, which would be another, is seen
#include <cstdio>

__global__ void order(const int* in, int* out) {
  __shared__ int up[8];
  __shared__ int down[8];
  const int thread = threadIdx.x;
  up[thread] = in[blockIdx.x * 8 + thread];
  down[thread] = in[blockIdx.x * 8 + 7 - thread];
  out[blockIdx.x * 8 + thread] = up[thread] + 2 * down[thread] + (&up[0] < &down[0] ? 1 : 2);
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, 800 * sizeof(int));
  cudaMallocManaged(&out, 800 * sizeof(int));
  for (int i = 0; i < 800; ++i) in[i] = i * 37 % 101;
  order<<<100, 8>>>(in, out);
  cudaDeviceSynchronize();
  int sum = 0;
  for (int i = 0; i < 800; ++i) sum += out[i] * (1 + i % 5);
  printf("%d\n", sum);
}
