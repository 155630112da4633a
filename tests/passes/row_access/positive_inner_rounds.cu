// Loops that compilers write out may stand in the rounds, and in them what is stored further on.
#include <cstdio>

__global__ void weigh(int* y, const int4* x, int n) {
  for (int k = blockIdx.x * blockDim.x + threadIdx.x; k < n; k += gridDim.x * blockDim.x) {
    const int4 v = x[k];
    const int of[4] = {v.x, v.y, v.z, v.w};
    int sum = 0;
    for (int c = 0; c < 4; ++c) {
      if (of[c] > 2) sum += of[c] * c;
    }
    y[k] = sum;
  }
}

int main() {
  const int n = 91;
  int4* x;
  int* y;
  cudaMallocManaged(&x, n * sizeof(int4));
  cudaMallocManaged(&y, n * sizeof(int));
  for (int i = 0; i < n; ++i) x[i] = make_int4(i % 5, i % 7, i % 11, i % 13);
  weigh<<<3, 8>>>(y, x, n);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) std::printf("%d\n", y[i]);
  return 0;
}
