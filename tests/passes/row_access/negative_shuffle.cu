// REFUSES: does more in a round
// Threads of a warp would come to it in different rounds.
__global__ void row(int* y, const int* x, int rows, int n) {
  const int r = threadIdx.x;
  int sum = 0;
  for (int k = 0; k < n; ++k) {
    sum += __shfl_down_sync(0xffffffffu, x[r * n + k], 1);
  }
  y[r] = sum;
}

void start(int* y, int* x, int rows, int n) { row<<<1, 8>>>(y, x, rows, n); }
