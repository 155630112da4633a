// REFUSES: counts by more
__global__ void look(const int *a, int *b, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  bool found = false;
  int k;
  for (k = 0; k < n; ++k) {
    if (a[k] == i) found = true;
  }
  b[i] = found + k;
}

void launch(const int *a, int *b, int n) { look<<<2, 32>>>(a, b, n); }
