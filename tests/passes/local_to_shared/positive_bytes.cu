#include <cstdio>

__global__ void count(const unsigned char *in, int *out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  short seen[16];
  memset(seen, 0, sizeof(seen));
  for (int k = 0; k < 40; ++k) seen[in[(i + k) % n] & 15]++;
  short kept[8];
  memcpy(kept, seen + 4, sizeof kept);
  if (n & 1) memcpy(&kept[1], &seen[in[i] & 3], 6 * sizeof(short));
  int most = kept[in[i] & 7];
  for (int k = 0; k < 16; ++k) most = seen[k] > most ? seen[k] : most;
  out[i] = most;
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
