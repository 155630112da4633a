// The barrier in the middle is needed: another thread reads the row there. The loops on both sides are runs of their own.
// A pragma in front of the run stays with its loop.
// KEEPS: rows: stays shared
__global__ void twice(int *data) {
  __shared__ int rows[32][8];
  int t = threadIdx.x, k;
  int rows_own[8];
  #pragma unroll
  for (k = 0; k < 8; ++k) rows_own[k] = data[t * 8 + k];
  #pragma unroll
  for (k = 1; k < 8; ++k) rows_own[k] += rows_own[k - 1];
  #pragma unroll
  for (int slot = 0; slot < 8; ++slot) rows[t][slot] = rows_own[slot];
  __syncthreads();
  int other = rows[31 - t][7];
  __syncthreads();
  int rows_own_2[8];
  #pragma unroll
  for (int slot_2 = 0; slot_2 < 8; ++slot_2) rows_own_2[slot_2] = rows[t][slot_2];
#pragma unroll
  for (k = 0; k < 8; ++k) {
    rows_own_2[k] += other;
    rows_own_2[k] ^= k;
  }
  #pragma unroll
  for (k = 7; k > 0; --k) rows_own_2[k] -= rows_own_2[k - 1];
  #pragma unroll
  for (int slot_2 = 0; slot_2 < 8; ++slot_2) rows[t][slot_2] = rows_own_2[slot_2];
  __syncthreads();
  for (k = 0; k < 8; ++k) data[t * 8 + k] = rows[t][k] + rows[t ^ 1][k];
}

void run(int *data) { twice<<<1, 32>>>(data); }
