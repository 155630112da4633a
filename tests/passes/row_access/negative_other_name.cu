// REFUSES: names it in another way
// A pointer that leads to where nobody follows it.
__global__ void row(int* y, const int* x, int rows, int n) {
  int* q;
  q = y + rows;
  for (int k = 0; k < n; ++k) {
    y[k] = q[k] + 1;
  }
}

void start(int* y, int* x, int rows, int n) { row<<<1, 8>>>(y, x, rows, n); }
