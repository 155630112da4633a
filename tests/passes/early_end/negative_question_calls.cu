// REFUSES: does more in its question
__device__ bool isOne(int value, int i) { return value == i; }

__global__ void look(const int *a, int *b, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  bool found = false;
  int more = 0;
  for (int k = 0; k < n; ++k) {

    if (isOne(a[k], i)) found = true;
  }
  b[i] = found + more;
}

void launch(const int *a, int *b, int n) { look<<<2, 32>>>(a, b, n); }
