#include <cstdio>

__device__ bool isFree(const int *at, int r, int own) {
  bool free = true;
  // the same
  for (int i = 0; i < r; ++i)
    if (at[i] == own) free = false;
  // and beside it
  int left = own, right = own;
  for (int i = r - 1; i >= 0; --i) {
    --left;
    ++right;
    if (at[i] == left || at[i] == right) free = false;
  }
  return free;
}

__device__ int isOpen(const int *at, int n, int own) {
  return isFree(at, n, own) ? 3 : 4;
}

__global__ void look(const int *a, int *b, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  b[i] = isOpen(a, n, i);
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
