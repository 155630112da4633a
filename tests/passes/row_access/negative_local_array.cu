// REFUSES: names it in another way
// A pointer out of an array of them.
__global__ void row(int* y, const int* x, int rows, int n) {
  int* both[2] = {y, y + rows};
  for (int k = 0; k < n; ++k) {
    y[k] = both[1][k] + 1;
  }
}

void start(int* y, int* x, int rows, int n) { row<<<1, 8>>>(y, x, rows, n); }
