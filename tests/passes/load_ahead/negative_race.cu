// REFUSES: Two threads race
__global__ void work(int *a, int *b, int n) {
  __shared__ int tile[64];
  const int i = blockIdx.x * 64 + threadIdx.x;
  tile[threadIdx.x] = b[i];
  __syncthreads();
  int sum = 0;
  for (int k = 0; k < 64; ++k) sum += tile[k] ^ k;
  b[i] = sum + b[i ^ 1];
}

void launch(int *a, int *b, int n) { work<<<2, 64>>>(a, b, n); }
