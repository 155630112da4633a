// REFUSES: does more in a round
__global__ void look(const int *a, int *b, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  bool found = false;
  int more = 0;
  for (int k = 0; k < n; ++k) {
    __syncthreads();
    if (a[k] == i) found = true;
  }
  b[i] = found + more;
}

void launch(const int *a, int *b, int n) { look<<<2, 32>>>(a, b, n); }
