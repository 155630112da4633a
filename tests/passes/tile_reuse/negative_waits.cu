// REFUSES: depends on the order of the threads
__global__ void product(int* c, const int* a, const int* b, int n) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
  while (atomicCAS(c, 0, 1) == 1) {}

  int sum = 0;
  for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + column];
  c[row * n + column] = sum;
}

void launch(int* c, int* a, int* b) { product<<<dim3(3, 3), dim3(16, 16)>>>(c, a, b, 41); }
