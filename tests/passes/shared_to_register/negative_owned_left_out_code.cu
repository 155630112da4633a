// REFUSES: stays shared
// The preprocessor leaves a mention of the row out that another build has.
__global__ void builds(int *data) {
  __shared__ int rows[32][8];
  int t = threadIdx.x, k;
  for (k = 0; k < 8; ++k) rows[k * 4 + t / 8][t % 8] = data[k * 32 + t];
  __syncthreads();
  for (k = 1; k < 8; ++k) {
#ifdef SCALED
    rows[t][k] *= 2;
#endif
    rows[t][k] += rows[t][k - 1];
  }
  __syncthreads();
  for (k = 0; k < 8; ++k) data[k * 32 + t] = rows[k * 4 + t / 8][t % 8];
}

void run(int *data) { builds<<<1, 32>>>(data); }
