__global__ void product(int* c, const int* a, const int* b, int n) {
  int works = threadIdx.x, a_tile = threadIdx.y, rounds = 0, slot = 1;
  if (works < n) {
    for (int k = 0, unused; false;) unused = k;
    for (int k = 0; k < n; ++k) rounds += a[a_tile * n + k] * b[k * n + works];
    c[a_tile * n + works] = rounds + slot;
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
  product<<<1, dim3(16, 8)>>>(c, a, b, 15);
  return cudaDeviceSynchronize();
}
