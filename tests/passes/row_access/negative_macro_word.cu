// REFUSES: is the name of a macro
// What would be written has another meaning.
#define of other
__global__ void row(int* y, const int* x, int rows, int n) {
  const int r = threadIdx.x;
  int sum = rows;
  for (int k = 0; k < n; ++k) sum += x[r * n + k];
  y[r] = sum;
}

void start(int* y, int* x, int rows, int n) { row<<<1, 8>>>(y, x, rows, n); }
