__global__ void product(double* c, const double* a, const double* b, int n) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < n && column < n) {
    double most = 0;
    for (int k = 0; k < n; ++k) most = fmax(most, a[row * n + k] + b[k * n + column]);
    c[row * n + column] = most;
  }
}

int main() {
  double *c, *a, *b;
  cudaMallocManaged(&c, 8192 * sizeof(double));
  cudaMallocManaged(&a, 8192 * sizeof(double));
  cudaMallocManaged(&b, 8192 * sizeof(double));
  for (int i = 0; i < 8192; ++i) {
    c[i] = 0;
    a[i] = (double)(i * 37 % 101);
    b[i] = (double)(i * 53 % 97);
  }
  product<<<dim3(2, 2), dim3(32, 32), 40000>>>(c, a, b, 41);
  return cudaDeviceSynchronize();
}
