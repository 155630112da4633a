// REFUSES: depends on the order of the threads
// What the atomic gives says where to store: whoever waits for it may write before the next load.
__global__ void row(int* y, const int* x, int* count, int n) {
  for (int k = threadIdx.x; k < n; k += blockDim.x) {
    y[atomicAdd(count, 1)] = x[k];
  }
}

void start(int* y, int* x, int* count, int n) { row<<<1, 8>>>(y, x, count, n); }
