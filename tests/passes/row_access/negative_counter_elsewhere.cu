// REFUSES: may be changed elsewhere
// A pointer to the counter is kept.
__global__ void row(int* y, const int* x, int rows, int n) {
  const int r = threadIdx.x;
  int sum = 0, k = 0;
  int* at = &k;
  for (k = 0; k < n; ++k) {
    sum += x[r * n + k];
    if (sum > rows) *at += 1;
  }
  y[r] = sum;
}

void start(int* y, int* x, int rows, int n) { row<<<1, 8>>>(y, x, rows, n); }
