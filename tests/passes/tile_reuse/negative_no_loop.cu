// REFUSES: has no loop that counts
__global__ void product(int* c, const int* a, const int* b, int n) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
  c[row * n + column] = a[row] + b[column];
}

void launch(int* c, int* a, int* b) { product<<<dim3(3, 3), dim3(16, 16)>>>(c, a, b, 41); }
