// UNKNOWN: may be `a`
__global__ void work(int *a, int *b, int **list, int n) {
  __shared__ int tile[64];
  const int i = blockIdx.x * 64 + threadIdx.x;
  tile[threadIdx.x] = b[i];
  __syncthreads();
  *list[i & 1] = 3;
  __syncthreads();
  a[i] += tile[threadIdx.x ^ 1];
}

void launch(int *a, int *b, int n) { work<<<2, 64>>>(a, b, nullptr, n); }
