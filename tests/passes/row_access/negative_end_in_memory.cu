// REFUSES: an end that is not known to be the same
// What is stored may be the end.
__global__ void row(int* y, const int* x, const int* ends) {
  const int r = threadIdx.x;
  for (int k = 0; k < ends[r]; ++k) y[r + k] = x[r + k];
}

void start(int* y, int* x, int* ends) { row<<<1, 8>>>(y, x, ends); }
