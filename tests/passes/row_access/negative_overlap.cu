// REFUSES: 
// The launch passes one memory twice.
__global__ void row(int* y, const int* x, int rows, int n) {
  const int r = threadIdx.x;
  for (int k = 0; k < n; ++k) y[r * n + k] = x[r * n + k] + rows;
}

void start(int* y, int rows, int n) { row<<<1, 8>>>(y + 1, y, rows, n); }
