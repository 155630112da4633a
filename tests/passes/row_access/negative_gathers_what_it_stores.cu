// REFUSES: names it in another way
// An element of what is stored is looked up.
__global__ void row(int* y, const int* x, int rows, int n) {
  const int r = threadIdx.x;
  for (int k = 0; k < n; ++k) {
    y[r * n + k] = y[k * rows];
  }
}

void start(int* y, int* x, int rows, int n) { row<<<1, 8>>>(y, x, rows, n); }
