__global__ void product(int* c, const int* a, const int* b, int n, int m) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
  int k = 7, sum = 0;
  if (row < n) {
    for (k = 2; k < m; k += 1)
      sum += a[row * n + k] * b[k * n + column];
  }
  c[row * 64 + column] = sum + k;
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
  product<<<dim3(4, 4), dim3(16, 16)>>>(c, a, b, 50, 40);
  product<<<dim3(4, 4), dim3(16, 16)>>>(c + 4096, a, b, 50, 1);
  return cudaDeviceSynchronize();
}
