// REFUSES: writes `a` before
__global__ void work(int *a, int *b, int n) {
  __shared__ int tile[64];
  const int i = blockIdx.x * 64 + threadIdx.x;
  a[i] = i;
  tile[threadIdx.x] = b[i];
  __syncthreads();
  b[i] = tile[threadIdx.x ^ 1] + a[i ^ 1];
}

void launch(int *a, int *b, int n) { work<<<2, 64>>>(a, b, n); }
