#define ROWS 4
__global__ void merged(const int* a, int* out, int n) {
  __shared__ int row[256];
  int s[4];
  #pragma unroll
  for (int m = 0; m < 4; ++m) s[m] = m;
  for (int k = 0; k < n; ++k) {
    #pragma unroll
    for (int m = 0; m < 4; ++m) {
      const int x = threadIdx.x + m * 64;
      row[x] = a[k * 256 + x] ^ s[m];
    }
    __syncthreads();
    for (int m = 0; m < ROWS; ++m) {
      for (int j = 0; j < 4; ++j) {
        s[m] += row[(threadIdx.x * 4 + m + j) % 256];
      }
    }
    __syncthreads();
  }
  #pragma unroll
  for (int m = 0; m < 4; ++m) out[threadIdx.x + m * 64] = s[m];
}
int main() {
  int *a, *out;
  cudaMallocManaged(&a, 20000 * sizeof(int));
  cudaMallocManaged(&out, 256 * sizeof(int));
  for (int i = 0; i < 20000; ++i) a[i] = i * 7 % 61;
  merged<<<1, 64>>>(a, out, 70);
  return cudaDeviceSynchronize();
}
