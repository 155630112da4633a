__global__ void product(long* c, const long* a, const long* b, size_t n, int last) {
  size_t row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
  if (n > row && column <= n - 1) {
    long sum = 0;
    for (size_t k = 1; k < last; ++k) sum += a[row * n + k] * b[k * n + column];
    c[row * n + column] = sum;
  }
}

int main() {
  long *c, *a, *b;
  cudaMallocManaged(&c, 8192 * sizeof(long));
  cudaMallocManaged(&a, 8192 * sizeof(long));
  cudaMallocManaged(&b, 8192 * sizeof(long));
  for (int i = 0; i < 8192; ++i) {
    c[i] = 0;
    a[i] = (long)(i * 37 % 101);
    b[i] = (long)(i * 53 % 97);
  }
  product<<<dim3(3, 3), dim3(16, 16)>>>(c, a, b, 40, 39);
  return cudaDeviceSynchronize();
}
