// REFUSES: loads and stores no elements that move on
// The index begins anew behind 255.
__global__ void row(int* y, const int* x, int rows, int n) {
  const int r = threadIdx.x;
  int sum = 0;
  for (int k = 0; k < n; ++k) sum += x[(unsigned char)k] + rows;
  y[r] = sum;
}

void start(int* y, int* x, int rows, int n) { row<<<1, 8>>>(y, x, rows, n); }
