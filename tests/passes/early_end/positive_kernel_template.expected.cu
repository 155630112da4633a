#include <cstdio>

__device__ bool isFree(const int *at, int r, int own) {
  bool free = true;
  // the same
  // and beside it
  int left = own, right = own;
  for (int i = r - 1; i >= 0; --i) {
    --left;
    ++right;
    if ((at[i] == own) || (at[i] == left || at[i] == right)) {
      free = false;
      break;
    }
  }
  return free;
}

template <int more>
__global__ void look(const int *a, int *b, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  b[i] = isFree(a, n - i % 7, i);
}

int main() {
  const int n = 40;
  int *a, *b;
  cudaMallocManaged(&a, n * sizeof(int));
  cudaMallocManaged(&b, 64 * sizeof(int));
  for (int i = 0; i < n; ++i) a[i] = (i * 37 + 11) % 61;
  for (int i = 0; i < 64; ++i) b[i] = 0;
  look<3><<<2, 32>>>(a, b, n);
  cudaDeviceSynchronize();
  for (int i = 0; i < 64; ++i) printf("%d ", b[i]);
  return 0;
}
