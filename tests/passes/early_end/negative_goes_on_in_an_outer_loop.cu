// REFUSES: does more in a round
__global__ void look(const int *a, int *b, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int all = 0, wanted = i;
  for (int turn = 0; turn < 3; ++turn) {
    bool found = false;
    for (int k = 0; k < n; ++k) {
      ++wanted;
      if (a[k] == wanted) found = true;
    }
    all += found;
  }
  b[i] = all;
}

void launch(const int *a, int *b, int n) { look<<<2, 32>>>(a, b, n); }
