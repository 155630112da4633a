#include <cstdio>

template <typename T>
__global__ void look(const T *a, int *b, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  bool isLeast = true;
  for (int k = 0; k < n; ++k) {
    isLeast &= a[k] >= T(i % 20);
    if (!isLeast) break;
  }
  b[i] = isLeast;
}

int main() {
  const int n = 40;
  int *a, *b;
  cudaMallocManaged(&a, n * sizeof(int));
  cudaMallocManaged(&b, 64 * sizeof(int));
  for (int i = 0; i < n; ++i) a[i] = (i * 37 + 11) % 61;
  for (int i = 0; i < 64; ++i) b[i] = 0;
  look<int><<<2, 32>>>(a, b, n);
  look<unsigned><<<2, 32>>>((const unsigned *)a, b, n);
  cudaDeviceSynchronize();
  for (int i = 0; i < 64; ++i) printf("%d ", b[i]);
  return 0;
}
