// SET: data=moved
// Bytes and 64-bit subscripts of one array: its new places go beyond what a byte holds, so it has to stay where it is.
#include <warpwright_runtime.h>
#include <cstdio>
#include <cstdlib>

__global__ void difference(const unsigned char* from, const long long* to, const float* x, float* o, unsigned m) {
  unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= m) return;
  o[t] = x[from[t]] - 2 * x[to[t]];
}

int main() {
  const int n = 700, m = 1900;
  unsigned char* from = (unsigned char*)malloc(m);
  long long* to = (long long*)malloc(m * sizeof(long long));
  float *x = (float*)malloc(n * sizeof(float)), *o = (float*)malloc(m * sizeof(float));
  for (int i = 0; i < m; ++i) {
    from[i] = (i * 37) % n % 250;
    to[i] = (i * 91 + 5) % n;
  }
  for (int i = 0; i < n; ++i) x[i] = (i * 13) % 101;
  unsigned char* d_from;
  long long* d_to;
  float *d_x, *d_o;
  cudaMalloc(&d_from, m);
  cudaMalloc(&d_to, m * sizeof(long long));
  cudaMalloc(&d_x, n * sizeof(float));
  cudaMalloc(&d_o, m * sizeof(float));
  cudaMemcpy(d_from, from, m, cudaMemcpyHostToDevice);
  cudaMemcpy(d_to, to, m * sizeof(long long), cudaMemcpyHostToDevice);
  cudaMemcpy(d_x, x, n * sizeof(float), cudaMemcpyHostToDevice);
  // Tasks that share data share a block once their order is known; until then, and where that is slower, as before.
  warpwright::runtime::TaskOrder difference_tasks(m, 256);
  difference_tasks.gathers(d_from).gathers(d_to).writes(d_o).permutes(d_x, n).start();
  for (int r = 0; r < 3; ++r) {
    difference_tasks.begin((m + 255) / 256, 256, m);
    difference<<<(m + 255) / 256, 256>>>(difference_tasks.at(d_from), difference_tasks.at(d_to), difference_tasks.at(d_x), difference_tasks.at(d_o), m);
    difference_tasks.end();
  }
  difference_tasks.stop();
  cudaMemcpy(o, d_o, m * sizeof(float), cudaMemcpyDeviceToHost);
  double sum = 0;
  for (int i = 0; i < m; ++i) sum += o[i] * (i % 7 + 1);
  printf("%g\n", sum);
  cudaFree(d_from);
  cudaFree(d_to);
  cudaFree(d_x);
  cudaFree(d_o);
  return 0;
}
