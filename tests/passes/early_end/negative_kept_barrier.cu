// REFUSES: does more in a round than to set
__global__ void look(const int *a, int *b, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  bool isLeast = true;
  for (int k = 0; k < n; ++k) {
    __syncthreads();
    isLeast &= a[k] >= i;
  }
  b[i] = isLeast;
}

void launch(const int *a, int *b, int n) { look<<<2, 32>>>(a, b, n); }
