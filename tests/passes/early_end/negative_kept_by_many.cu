// REFUSES: does more in a round than to ask
__global__ void look(const int *a, int *b, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  bool isLeast = true;
  bool &same = isLeast;
  for (int k = 0; k < n; ++k) {
    isLeast &= a[k] >= i;
  }
  int more = 0;
  for (int k = 0; k < n; ++k) {
    b[k] = i;
    if (a[k] == 3) more = 1;
  }
  b[i] = isLeast + same + more;
}

void launch(const int *a, int *b, int n) { look<<<2, 32>>>(a, b, n); }
