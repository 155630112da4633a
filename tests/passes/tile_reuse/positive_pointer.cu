struct Shape {
  int rows, columns, n;
};

__global__ void product(int* c, const int* a, const int* b, Shape shape) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < shape.rows && column < shape.columns) {
    const int* own = a + row * shape.n;
    const int* const other = &b[column];
    int sum = 0;
    for (int k = 0; k < shape.n; ++k) sum += *(own + k) * other[k * shape.columns];
    c[row * shape.columns + column] = sum;
  }
}

int main() {
  int *c, *a, *b;
  cudaMallocManaged(&c, 8192 * sizeof(int));
  cudaMallocManaged(&a, 8192 * sizeof(int));
  cudaMallocManaged(&b, 8192 * sizeof(int));
  for (int i = 0; i < 8192; ++i) {
    c[i] = 0;
    a[i] = (int)(i * 37 % 101);
    b[i] = (int)(i * 53 % 97);
  }
  product<<<dim3(3, 3), dim3(16, 16)>>>(c, a, b, Shape{45, 43, 50});
  return cudaDeviceSynchronize();
}
