// REFUSES: updates memory that other threads may wait for
// What is stored would come behind atomics of later rounds.
__global__ void row(int* y, const int* x, int* count, int n) {
  for (int k = threadIdx.x; k < n; k += blockDim.x) {
    y[k] = x[k];
    atomicAdd(count, 1);
  }
}

void start(int* y, int* x, int* count, int n) { row<<<1, 8>>>(y, x, count, n); }
