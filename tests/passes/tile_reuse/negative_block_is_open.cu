// UNKNOWN: block size is not known
__global__ void product(int* c, const int* a, const int* b, int n) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
  int sum = 0;
  for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + column];
  c[row * n + column] = sum;
}

void launch(int* c, int* a, int* b, dim3 block) { product<<<dim3(3, 3), block>>>(c, a, b, 41); }
