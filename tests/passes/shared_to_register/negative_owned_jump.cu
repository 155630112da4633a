// REFUSES: stays shared
// The loop may be left early: then some elements are not touched.
__global__ void leave(int *data) {
  __shared__ int rows[32][8];
  int t = threadIdx.x, k;
  for (k = 0; k < 8; ++k) rows[k * 4 + t / 8][t % 8] = data[k * 32 + t];
  __syncthreads();
  for (k = 1; k < 8; ++k) {
    rows[t][k] += rows[t][k - 1];
    if (data[k] == 7) break;
  }
  __syncthreads();
  for (k = 0; k < 8; ++k) data[k * 32 + t] = rows[k * 4 + t / 8][t % 8];
}

void run(int *data) { leave<<<1, 32>>>(data); }
