#include <cstdio>

__device__ __forceinline__ void wrap(int &place, const int &n) {
  if (place >= n) place -= n;
}

__global__ void look(const int *a, int *b, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  bool isLeast = true;
  for (int k = 1; k <= 4; ++k) {
    int right = i % n + k;
    int left = i % n - k;
    wrap(right, n);
    if (left < 0) {
      left += n;
    }
    isLeast &= a[i % n] < a[right];
    isLeast &= a[i % n] <= a[left];
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
  look<<<2, 32>>>(a, b, n);
  cudaDeviceSynchronize();
  for (int i = 0; i < 64; ++i) printf("%d ", b[i]);
  return 0;
}
