// REFUSES: loads and stores no elements that move on
// Who gets the address may look beside it.
__device__ int both(const int* p) { return p[0] + p[1]; }
__global__ void row(int* y, const int* x, int rows, int n) {
  const int r = threadIdx.x;
  int sum = rows;
  for (int k = 0; k < n; ++k) sum += both(&x[r * n + k]);
  y[r] = sum;
}

void start(int* y, int* x, int rows, int n) { row<<<1, 8>>>(y, x, rows, n); }
