#include <cstdio>

__global__ void count(const unsigned char *in, int *out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const int weight[4] = {1, 3, 5, 7};
  volatile int last[4];
  int pair[2], more = 1;
  int part[8];
  static_assert(sizeof(part) == 8 * sizeof(int), "");
  for (int k = 0; k < 4; ++k) last[k] = k;
  pair[0] = i;
  pair[1] = 2 * i;
  for (int k = 0; k < 8; ++k) part[k] = in[(i + k) % n] * k;
  for (int k = 0; k < 8; ++k) more = more * 3 + part[k];
  int seen[16];
  for (int k = 0; k < 16; ++k) seen[k] = 0;
  for (int k = 0; k < 40; ++k) seen[in[(i + k) % n] & 15]++;
  out[i] = more + weight[in[i] & 3] + last[in[i] & 3] + pair[in[i] & 1] + seen[in[i] & 15];
}

int main() {
  const int n = 1000;
  unsigned char *in;
  int *out;
  cudaMallocManaged(&in, n);
  cudaMallocManaged(&out, n * sizeof(int));
  for (int i = 0; i < n; ++i) in[i] = i * 2654435761u >> 13;
  count<<<4, 256>>>(in, out, n);
  cudaDeviceSynchronize();
  double all = 0;
  for (int i = 0; i < n; ++i) all = all * 0.75 + out[i];
  printf("%.17g\n", all);
  return 0;
}
