// REFUSES: no multiple of four
// Compilers write these out.
__global__ void row(int* y, const int* x, int rows, int n) {
  const int r = threadIdx.x;
  int sum = 0;
  for (int k = 0; k < 9; ++k) sum += x[r * n + k];
  y[r] = sum + rows;
}

void start(int* y, int* x, int rows, int n) { row<<<1, 8>>>(y, x, rows, n); }
