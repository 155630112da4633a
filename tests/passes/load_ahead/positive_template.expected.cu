#include <cstdio>

template <typename T, int more>
__global__ void work(T *a, T *b, int n) {
  __shared__ int tile[64];
  const int i = blockIdx.x * 64 + threadIdx.x;
  tile[threadIdx.x] = b[i];
  const T a_value = a[i];
  __syncthreads();
  int sum = 0;
  for (int k = 0; k < 64; ++k) sum += tile[k] ^ k;
  a[i] = a_value + (sum + more);
}

int main() {
  const int n = 128;
  int *a, *b;
  cudaMallocManaged(&a, n * sizeof(int));
  cudaMallocManaged(&b, n * sizeof(int));
  for (int i = 0; i < n; ++i) {
    a[i] = (i * 37 + 11) % 101;
    b[i] = (i * 53 + 7) % 97;
  }
  work<int, 3><<<2, 64>>>(a, b, n);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %d ", a[i], b[i]);
  return 0;
}
