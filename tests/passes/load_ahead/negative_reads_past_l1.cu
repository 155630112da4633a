// UNKNOWN: may wait for other threads
__global__ void work(int *a, int *b, int n) {
  __shared__ int tile[64];
  const int i = blockIdx.x * 64 + threadIdx.x;
  tile[threadIdx.x] = b[i];
  if (threadIdx.x == 0) while (__ldcg(b + n - 1) == 12345) { }
  __syncthreads();
  int x = a[i];
  b[i] = x + tile[63 - threadIdx.x];
}

void launch(int *a, int *b, int n) { work<<<8, 64>>>(a, b, n); }
