// REFUSES: is not known in front of a barrier
__global__ void work(int *a, int *b, int n) {
  __shared__ int tile[64];
  const int i = blockIdx.x * 64 + threadIdx.x;
  int at = i;
  tile[threadIdx.x] = i;
  __syncthreads();
  at ^= tile[threadIdx.x] & 1;
  b[i] = a[at];
}

void launch(int *a, int *b, int n) { work<<<2, 64>>>(a, b, n); }
