// REFUSES: stores nothing: a compiler loads ahead
// Rounds are two elements apart, and nothing keeps a compiler from loading ahead.
__global__ void row(int* y, const int* x, int rows, int n) {
  const int r = threadIdx.x;
  int sum = 0;
  for (int k = 0; k < n; k += 2) sum += x[r * n + k];
  y[r] = sum;
}

void start(int* y, int* x, int rows, int n) { row<<<1, 8>>>(y, x, rows, n); }
