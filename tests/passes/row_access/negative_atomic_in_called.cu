// REFUSES: depends on the order of the threads
// A function of the program takes what the atomic gives.
__device__ void add(int* to, int value) {
  while (atomicAdd(to, value) < 0) {
  }
}

__global__ void row(int* y, const int* x, int n) {
  for (int k = threadIdx.x; k < n; k += blockDim.x) {
    add(&y[k % 4], x[k]);
  }
}

void start(int* y, int* x, int n) { row<<<1, 8>>>(y, x, n); }
