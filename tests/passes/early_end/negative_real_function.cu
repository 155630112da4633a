// REFUSES: computes with real numbers
__device__ bool isNear(const int *at, int n, float own) {
  bool near = false;
  for (int k = 0; k < n; ++k) {
    if (at[k] * own + 1 > 40) near = true;
  }
  return near;
}

__global__ void look(const int *a, int *b, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  b[i] = isNear(a, n, 0.5f * i);
}

void launch(const int *a, int *b, int n) { look<<<2, 32>>>(a, b, n); }
