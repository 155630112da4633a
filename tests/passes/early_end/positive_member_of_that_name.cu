#include <cstdio>

// The member is what the second loop counts: both stay apart.
struct S { int j;
  __device__ int find(const int *a, int n) const {
    int f = 0;
    for (int k = 0; k < n; ++k) { if (a[k] == j) f = 1; }
    for (int j = 0; j < n; ++j) { if (a[j] == 99) f = 1; }
    return f;
  }
};
__global__ void look(const int *a, int *b, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  b[i] = S{i}.find(a, n);
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
