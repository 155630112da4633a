// KEEPS: prev: prev
#define BLOCK 256

__global__ void step(int rounds, const int *wall, int *out) {
  __shared__ int prev[BLOCK];
  __shared__ int result[BLOCK];  // what this round computed
  int tx = threadIdx.x;
  prev[tx] = out[tx];
  __syncthreads();
  for (int i = 0; i < rounds; i++) {
    if (tx > 0 && tx < BLOCK - 1) {
      int shortest = min(prev[tx - 1], min(prev[tx], prev[tx + 1]));
      result[tx] = shortest + wall[i * BLOCK + tx];
    }
    __syncthreads();
    if (tx > 0 && tx < BLOCK - 1)
      prev[tx] = result[tx];
    __syncthreads();
  }
  out[tx] = prev[tx];
}

void launch(const int *wall, int *out) { step<<<1, BLOCK>>>(20, wall, out); }
