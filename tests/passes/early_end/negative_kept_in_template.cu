// REFUSES: does more in a round than to set
struct Counted {
  int value;
  __device__ bool operator>=(int other) const {
    ++*seen;
    return value >= other;
  }
  int *seen;
};

template <typename T>
__global__ void look(const T *a, int *b, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  bool isLeast = true;
  for (int k = 0; k < n; ++k) {
    isLeast &= a[k] >= i;
  }
  b[i] = isLeast;
}

void launch(const int *a, const Counted *c, int *b, int n) {
  look<<<2, 32>>>(a, b, n);
  look<<<2, 32>>>(c, b, n);
}
