// UNKNOWN: depends on loop-carried value of `t`
// The row changes inside the run: `t` names other elements after it.
__global__ void wander(int *data) {
  __shared__ int rows[32][8];
  int t = threadIdx.x, k;
  for (k = 0; k < 8; ++k) rows[k * 4 + t / 8][t % 8] = data[k * 32 + t];
  __syncthreads();
  for (k = 1; k < 8; ++k) {
    rows[t][k] += rows[t][k - 1];
    t = (t + 32) % 32;
  }
  __syncthreads();
  for (k = 0; k < 8; ++k) data[k * 32 + t] = rows[k * 4 + t / 8][t % 8];
}

void run(int *data) { wander<<<1, 32>>>(data); }
