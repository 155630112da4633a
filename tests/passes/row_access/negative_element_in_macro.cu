// REFUSES: inside a macro
// The element is a macro's.
#define ADD(sum, r, k) sum += x[(r) * n + (k)]
__global__ void row(int* y, const int* x, int rows, int n) {
  const int r = threadIdx.x;
  int sum = rows;
  for (int k = 0; k < n; ++k) ADD(sum, r, k);
  y[r] = sum;
}

void start(int* y, int* x, int rows, int n) { row<<<1, 8>>>(y, x, rows, n); }
