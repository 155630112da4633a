__global__ void product(int* c, const int* a, const int* b, int n) {
  // where
  int x = threadIdx.x, y = threadIdx.y;
  // who
  const bool works = x < n && y < n;
  const bool loads_a = 0 < n && y < n;
  const bool loads_b = x < n && 0 < n;
  {  // all of them
    int sum = 0;
    // each product
    __shared__ int a_tile[16][36];
    __shared__ int b_tile[32][16];
    for (int k_from = 0, k_to; k_from < n; k_from = k_to) {
      k_to = static_cast<unsigned>(n) - static_cast<unsigned>(k_from) > 32 ? k_from + 32 : n;
      const unsigned rounds = k_to - k_from;
      for (unsigned first = 0; first < 32; first += 16) {
        const unsigned slot = first + threadIdx.x;
        const int k = k_from + slot;
        a_tile[threadIdx.y][slot] = loads_a && slot < rounds ? a[y * n + k] : 0;
      }
      for (unsigned first = 0; first < 32; first += 16) {
        const unsigned slot = first + threadIdx.y;
        const int k = k_from + slot;
        b_tile[slot][threadIdx.x] = loads_b && slot < rounds ? b[k * n + x] : 0;
      }
      __syncthreads();
      #pragma unroll 4
      for (int k = k_from; k < k_to; ++k) {  // in turn
        // one
        sum += a_tile[threadIdx.y][k - k_from]   /* row */
               * b_tile[k - k_from][threadIdx.x];  // column
      }  // done
      __syncthreads();
    }

    // the result
    if (works) {
      sum *= 2;
      c[y * n + x] = sum;  // here
    }
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
