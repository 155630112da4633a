#include <cstdio>

// What the first search sets is read by another name in front of the second: only the third ends.

__global__ void look(const int *a, int *b, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int f = 5, g = 1;
  const int &p = f;
  for (int k = 0; k < n; ++k) { if (a[k] == i) f = 0; }
  int was = 2 * i + p;
  for (int k = 0; k < n; ++k) { if (a[k] == was) f = 0; }
  for (int k = 0; k < n; ++k) { if (a[k] == 40 + i) {
    g = 0;
    break;
  } }
  b[i] = f + was + g;
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
