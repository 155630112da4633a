// REFUSES: Two threads race
// Threads store to each other's elements.
__global__ void row(int* y, const int* x, int n) {
  for (int k = 0; k < n; ++k) {
    y[k] = x[k] + threadIdx.x;
  }
}

void start(int* y, int* x) { row<<<1, 8>>>(y, x, 40); }
