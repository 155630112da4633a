// REFUSES: names it in another way
// A reference to one of the elements.
__global__ void row(int* y, const int* x, int rows, int n) {
  int& last = y[rows];
  for (int k = 0; k < n; ++k) {
    y[k] = last + k;
  }
}

void start(int* y, int* x, int rows, int n) { row<<<1, 8>>>(y, x, rows, n); }
