// REFUSES: stays shared
// How many elements are touched is decided by an argument.
__global__ void open(int *data, int n) {
  __shared__ int rows[32][8];
  int t = threadIdx.x, k;
  for (k = 0; k < 8; ++k) rows[k * 4 + t / 8][t % 8] = data[k * 32 + t];
  __syncthreads();
  for (k = 1; k < n; ++k) rows[t][k] += rows[t][k - 1];
  __syncthreads();
  for (k = 0; k < 8; ++k) data[k * 32 + t] = rows[k * 4 + t / 8][t % 8];
}

void run(int *data, int n) { open<<<1, 32>>>(data, n); }
