// REFUSES: may be passed over
__global__ void work(int *a, int *b, int n) {
  __shared__ int tile[64];
  const int i = blockIdx.x * 64 + threadIdx.x;
  tile[threadIdx.x] = i;
  __syncthreads();
  b[i] = tile[threadIdx.x ^ 1] < n ? a[i] : 0;
}

void launch(int *a, int *b, int n) { work<<<2, 64>>>(a, b, n); }
