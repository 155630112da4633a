// UNKNOWN: is read from memory
// Which elements are written depends on data: writing all of them back would touch some that were not touched.
__global__ void some(int *data) {
  __shared__ int rows[32][8];
  int t = threadIdx.x, k;
  for (k = 0; k < 8; ++k) rows[k * 4 + t / 8][t % 8] = data[k * 32 + t];
  __syncthreads();
  for (k = 1; k < 8; ++k) {
    if (data[k] > 0) rows[t][k] += rows[t][k - 1];
  }
  __syncthreads();
  for (k = 0; k < 8; ++k) data[k * 32 + t] = rows[k * 4 + t / 8][t % 8];
}

void run(int *data) { some<<<1, 32>>>(data); }
