// REFUSES: which other rounds of the loop load
// A round loads what the round before stored.
__global__ void row(int* y, const int* x, int rows, int n) {
  const int r = threadIdx.x;
  for (int k = 1; k < n; ++k) {
    y[r * n + k] = y[r * n + k - 1] + rows;
  }
}

void start(int* y, int* x, int rows, int n) { row<<<1, 8>>>(y, x, rows, n); }
