// REFUSES: which other rounds of the loop load
// Rounds update what later ones load.
__global__ void row(int* x, int n) {
  for (int k = threadIdx.x; k < n; k += blockDim.x) {
    atomicAdd(&x[k / 2], x[k]);
  }
}

void start(int* x, int n) { row<<<1, 8>>>(x, n); }
