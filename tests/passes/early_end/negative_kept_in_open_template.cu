// UNKNOWN: launch
template <typename T>
__global__ void look(const T *a, int *b, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  bool isLeast = true;
  for (int k = 0; k < n; ++k) {
    isLeast &= a[k] >= i;
  }
  b[i] = isLeast;
}

void give(void (*)(const int *, int *, int));

void launch(const int *a, int *b, int n) {
  look<<<2, 32>>>(a, b, n);
  give(look<int>);
}
