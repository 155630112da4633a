// REFUSES: inside a macro
// The loop's head is a macro's.
#define EACH(k, n) for (int k = 0; k < n; ++k)
__global__ void row(int* y, const int* x, int rows, int n) {
  const int r = threadIdx.x;
  int sum = rows;
  EACH(k, n) { sum += x[r * n + k]; }
  y[r] = sum;
}

void start(int* y, int* x, int rows, int n) { row<<<1, 8>>>(y, x, rows, n); }
