__global__ void product(int* c, const int* a, const int* b, int n) { int x = threadIdx.x, y = threadIdx.y; int sum = 0; for (int k = 0; k < n; ++k) sum += a[y * n + k] * b[k * 8 + x]; c[y * 8 + x] = sum; }

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
  product<<<1, dim3(8, 8)>>>(c, a, b, 21);
  return cudaDeviceSynchronize();
}
