__global__ void product(int* c, const int* a, const int* b, int n) {
  // where
  int x = threadIdx.x, y = threadIdx.y;
  // who
  if (x < n && y < n) {  // all of them
    int sum = 0;
    // each product
#pragma unroll 4
    for (int k = 0; k < n; ++k) {  // in turn
      // one
      sum += a[y * n + k]   /* row */
             * b[k * n + x];  // column
    }  // done

    // the result
    sum *= 2;
    c[y * n + x] = sum;  // here
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
  product<<<1, dim3(16, 16)>>>(c, a, b, 14);
  return cudaDeviceSynchronize();
}
