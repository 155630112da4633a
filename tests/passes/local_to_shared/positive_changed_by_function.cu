#include <cstdio>

__device__ void swap(unsigned *a, int i, int j) {
  const unsigned held = a[i];
  a[i] = a[j];
  a[j] = held;
}

__global__ void count(const unsigned char *in, int *out, int n) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= n) return;
  unsigned heap[12];
  for (int k = 0; k < 12; ++k) heap[k] = in[(t + k) % n];
  for (int k = 0; k < 30; ++k) swap(heap, in[(t + k) % n] % 12, in[(t + 2 * k) % n] % 12);
  unsigned all = 0;
  for (int k = 0; k < 12; ++k) all = all * 31 + heap[k];
  out[t] = all & 0xffff;
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
