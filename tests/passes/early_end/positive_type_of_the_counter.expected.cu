#include <cstdio>

// The counter's type is no value that the second loop has: both stay apart.

__global__ void look(const int *a, int *b, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  bool f = false; unsigned char j = 1; b[i] += j;
  { for (int j = 0; j < n; ++j) { if ((decltype(j))(a[j] * 300) == i * 300) {
    f = true;
    break;
  } }
  for (int k = 0; k < n; ++k) { if (a[k] == 100) {
    f = true;
    break;
  } } }
  b[i] = f;
}

int main() {
  const int n = 40;
  int *a, *b;
  cudaMallocManaged(&a, n * sizeof(int));
  cudaMallocManaged(&b, 64 * sizeof(int));
  for (int i = 0; i < n; ++i) a[i] = (i * 37 + 11) % 61;
  for (int i = 0; i < 64; ++i) b[i] = 0;
  look<<<2, 32>>>(a, b, n);
  cudaDeviceSynchronize();
  
  for (int i = 0; i < 64; ++i) printf("%d ", b[i]);
  return 0;
}
