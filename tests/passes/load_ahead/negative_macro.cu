// REFUSES: may mean something else in front of the barrier
#define PLACE a[i] - 1

__global__ void work(int *a, int *b, int n) {
  __shared__ int tile[64];
  const int i = blockIdx.x * 64 + threadIdx.x;
  tile[threadIdx.x] = b[i];
  __syncthreads();
  int sum = 0;
  for (int k = 0; k < 64; ++k) sum += tile[k] ^ k;
  a[i] = PLACE + sum;
}

void launch(int *a, int *b, int n) { work<<<2, 64>>>(a, b, n); }
