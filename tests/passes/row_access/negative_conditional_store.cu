// REFUSES: does not store `y` in each round
// What was not stored would be written back.
__global__ void row(int* y, const int* x, int rows, int n) {
  const int r = threadIdx.x;
  for (int k = 0; k < n; ++k) {
    if (k > rows) y[r * n + k] = k;
  }
}

void start(int* y, int* x, int rows, int n) { row<<<1, 8>>>(y, x, rows, n); }
