__global__ void product(int* c, const int* a, const int* b, const int* bias, int n) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= n) return;
  const int width = n + 1;
  if (column < width) {
    int sum = bias[column], rest = n % bias[row], least = row < 3 ? 5 : 6;
    c[row * width + column] = rest;
    if (rest > 2) {
      sum += rest;
    }
    for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * width + column];
    c[row * width + column] += sum + least;
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
  product<<<dim3(3, 3), dim3(16, 16)>>>(c, a, b, b + 100, 40);
  return cudaDeviceSynchronize();
}
