// The barrier in the middle is needed: another thread reads the row there. The loops on both sides are runs of their own.
// A pragma in front of the run stays with its loop.
// KEEPS: rows: stays shared
__global__ void twice(int *data) {
  __shared__ int rows[32][8];
  int t = threadIdx.x, k;
  for (k = 0; k < 8; ++k) rows[t][k] = data[t * 8 + k];
  for (k = 1; k < 8; ++k) rows[t][k] += rows[t][k - 1];
  __syncthreads();
  int other = rows[31 - t][7];
  __syncthreads();
#pragma unroll
  for (k = 0; k < 8; ++k) {
    rows[t][k] += other;
    rows[t][k] ^= k;
  }
  for (k = 7; k > 0; --k) rows[t][k] -= rows[t][k - 1];
  __syncthreads();
  for (k = 0; k < 8; ++k) data[t * 8 + k] = rows[t][k] + rows[t ^ 1][k];
}

void run(int *data) { twice<<<1, 32>>>(data); }
