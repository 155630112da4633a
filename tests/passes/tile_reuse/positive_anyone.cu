__global__ void product(int* c, const int* a, const int* b, int n, int every) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row % 2 == 0 && column != 3 && column < n && row < n && every > 0) {
    int sum = 0;
    for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + column];
    c[row * n + column] = sum;
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
  product<<<dim3(4, 4), dim3(16, 16)>>>(c, a, b, 40, 1);
  product<<<dim3(4, 4), dim3(16, 16)>>>(c + 4096, a, b, 40, 0);
  return cudaDeviceSynchronize();
}
