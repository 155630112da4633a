__global__ void product(int* c, const int* a, const int* b, int n, int m) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
  int k = 7, sum = 0;
  const bool works = row < n;
  const bool loads_a = row < n;
  const bool loads_b = static_cast<int>(blockIdx.y * blockDim.y) < n;
  {
    __shared__ int a_tile[16][36];
    __shared__ int b_tile[32][16];
    if (works) k = 2;
    for (int k_from = 2, k_to; k_from < m; k_from = k_to) {
      k_to = static_cast<unsigned>(m) - static_cast<unsigned>(k_from) > 32 ? k_from + 32 : m;
      const unsigned rounds = k_to - k_from;
      for (unsigned first = 0; first < 32; first += 16) {
        const unsigned slot = first + threadIdx.x;
        const int k = k_from + slot;
        a_tile[threadIdx.y][slot] = loads_a && slot < rounds ? a[row * n + k] : 0;
      }
      for (unsigned first = 0; first < 32; first += 16) {
        const unsigned slot = first + threadIdx.y;
        const int k = k_from + slot;
        b_tile[slot][threadIdx.x] = loads_b && slot < rounds ? b[k * n + column] : 0;
      }
      __syncthreads();
      if (works) {
        #pragma unroll 8
        for (k = k_from; k < k_to; k += 1)
          sum += a_tile[threadIdx.y][k - k_from] * b_tile[k - k_from][threadIdx.x];
      }
      __syncthreads();
    }
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
