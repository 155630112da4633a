#define WIDTH 16
__global__ void product(int* c, const int* a, const int* b, int rows, int columns, int n) {
  const int row = blockIdx.x * WIDTH + (threadIdx.x / WIDTH);
  const int column = blockIdx.y * WIDTH + (threadIdx.x % WIDTH);
  if (row < rows && column < columns) {
    int sum = 0;
    for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * columns + column];
    c[row * columns + column] = sum + c[row * columns + column];
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
  product<<<dim3(3, 3), WIDTH * WIDTH>>>(c, a, b, 45, 43, 50);
  return cudaDeviceSynchronize();
}
