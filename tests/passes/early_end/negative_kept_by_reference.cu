// REFUSES: does more in a round than to set
__global__ void look(const int *a, int *b, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  bool isLeast = true;
  int sum = 0;
  for (int k = 0; k < n; ++k) {
    int &there = sum;
    there += a[k];
    isLeast &= a[k] >= i;
  }
  b[i] = isLeast + sum;
}

void launch(const int *a, int *b, int n) { look<<<2, 32>>>(a, b, n); }
