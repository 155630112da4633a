// REFUSES: stays shared
// The run also touches the next thread's row, by another subscript: a register would not see what is written there.
__global__ void neighbours(int *data) {
  __shared__ int rows[33][8];
  int t = threadIdx.x, k;
  for (k = 0; k < 8; ++k) rows[k * 4 + t / 8][t % 8] = data[k * 32 + t];
  __syncthreads();
  if (t == 0) {
    for (k = 1; k < 8; ++k) {
      rows[t][k] += rows[t][k - 1];
      rows[t * 5][k] ^= rows[t][k];
    }
  }
  __syncthreads();
  for (k = 0; k < 8; ++k) data[k * 32 + t] = rows[k * 4 + t / 8][t % 8];
}

void run(int *data) { neighbours<<<1, 32>>>(data); }
