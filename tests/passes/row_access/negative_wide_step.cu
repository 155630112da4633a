// REFUSES: does not count up evenly
// A step of more bits than the counter has.
__global__ void row(int* y, const int* x, size_t rows, int n) {
  const int r = threadIdx.x;
  for (int k = 0; k < n; k += rows) {
    y[r * n + k] = x[r * n + k];
  }
}

void start(int* y, int* x, int rows, int n) { row<<<1, 8>>>(y, x, rows, n); }
