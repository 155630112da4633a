// REFUSES: stays shared
// Another thread reads elements of the row between the same two barriers, after one that this thread has written before the
// first of them: which value it gets is decided by nothing, and the proof sees that they meet.
__global__ void leak(int *data) {
  __shared__ int rows[32][8];
  int t = threadIdx.x, k;
  for (k = 0; k < 8; ++k) rows[t][k] = data[t * 8 + k];
  __syncthreads();
  for (k = 1; k < 8; ++k) rows[t][k] += rows[t][k - 1];
  int other = rows[31 - t][7];
  __syncthreads();
  data[t] = rows[31 - t][0] + other;
}

void run(int *data) { leak<<<1, 32>>>(data); }
