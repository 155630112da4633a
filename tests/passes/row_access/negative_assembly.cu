// UNKNOWN: is not understood
// Assembly may do anything.
__global__ void row(int* y, const int* x, int rows, int n) {
  const int r = threadIdx.x;
  int sum = rows;
  for (int k = 0; k < n; ++k) {
    int one = x[r * n + k];
    asm volatile("add.s32 %0, %0, %1;" : "+r"(sum) : "r"(one));
  }
  y[r] = sum;
}

void start(int* y, int* x, int rows, int n) { row<<<1, 8>>>(y, x, rows, n); }
