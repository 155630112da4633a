// REFUSES: stores before it has loaded all
__device__ int put(int *a, int at, int value) {
  a[at] = value;
  return 1;
}

__global__ void work(int *a, int *b, int n) {
  __shared__ int tile[64];
  const int i = blockIdx.x * 64 + threadIdx.x;
  tile[threadIdx.x] = b[i];
  __syncthreads();
  int sum = 0;
  for (int k = 0; k < 64; ++k) sum += tile[k] ^ k;
  b[i] = put(a, i ^ 1, sum) + a[i];
}

void launch(int *a, int *b, int n) { work<<<2, 64>>>(a, b, n); }
