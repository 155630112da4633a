#include <cstdio>

// The parameter has an address, and is changed through it.
__device__ void halve(int* n) { *n = *n / 2; }

__global__ void halving(const int* in, int* out, int /* n */) {
  int n = 10;
  int all = 0;
  for (int i = 0; i < n; ++i) all += in[i + threadIdx.x];
  halve(&n);
  out[threadIdx.x] = all + n;
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, 4096 * sizeof(int));
  cudaMallocManaged(&out, 4096 * sizeof(int));
  for (int i = 0; i < 4096; ++i) {
    in[i] = (int)(i % 37);
    out[i] = 0;
  }
  halving<<<1, 32>>>(in, out, 10);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5);
  printf("%.17g\n", sum);
}
