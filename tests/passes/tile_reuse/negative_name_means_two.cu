// REFUSES: a name that means two things
__global__ void product(int* c, const int* a, const int* b, int n) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= n) return;
  {
    int row = 3;
    if (column < n) {
      int sum = row;
      for (int k = 0; k < n; ++k) sum += b[k * n + column];
      c[column] = sum;
    }
  }
}

void launch(int* c, int* a, int* b) { product<<<dim3(3, 3), dim3(16, 16)>>>(c, a, b, 41); }
