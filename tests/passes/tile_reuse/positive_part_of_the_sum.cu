__global__ void product(int* c, const int* a, const int* b, int n, int part) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
  int from = blockIdx.z * part, to = from + part < n ? from + part : n;
  if (row < n && column < n) {
    int sum = 0;
    for (int k = from; k < to; ++k) sum += a[row * n + k] * b[k * n + column];
    c[(blockIdx.z * n + row) * n + column] = sum;
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
  product<<<dim3(3, 3, 4), dim3(16, 16)>>>(c, a, b, 40, 13);
  return cudaDeviceSynchronize();
}
