// SET: tile=8
__global__ void product(int* c, const int* a, const int* b, int n) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
  const bool works = row < n && column < n;
  const bool anyone = __syncthreads_or(works);
  const bool loads_a = row < n && anyone;
  const bool loads_b = static_cast<int>(blockIdx.y * blockDim.y) < n && column < n;
  const bool loads_a_2 = static_cast<int>(blockIdx.y * blockDim.y) < n && anyone;
  {
    int sum = 0;
    __shared__ int a_tile[10][12];
    __shared__ int b_tile[8][12];
    __shared__ int a_tile_2[8];
    for (int k_from = 0, k_to; k_from < n; k_from = k_to) {
      k_to = static_cast<unsigned>(n) - static_cast<unsigned>(k_from) > 8 ? k_from + 8 : n;
      const unsigned rounds = k_to - k_from;
      if (threadIdx.x < 8) {
        const int k = k_from + threadIdx.x;
        a_tile[threadIdx.y][threadIdx.x] = loads_a && threadIdx.x < rounds ? a[row * n + k] : 0;
      }
      if (threadIdx.y < 8) {
        const int k = k_from + threadIdx.y;
        b_tile[threadIdx.y][threadIdx.x] = loads_b && threadIdx.y < rounds ? b[k * n + column] : 0;
      }
      {
        const unsigned slot = threadIdx.y * 12 + threadIdx.x;
        if (slot < 8) {
          const int k = k_from + slot;
          a_tile_2[slot] = loads_a_2 && slot < rounds ? a[k * n] : 0;
        }
      }
      __syncthreads();
      #pragma unroll 8
      for (int k = k_from; k < k_to; ++k) sum += a_tile[threadIdx.y][k - k_from] * b_tile[k - k_from][threadIdx.x] + a_tile_2[k - k_from];
      __syncthreads();
    }
    if (works) c[row * n + column] = sum;
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
  product<<<dim3(4, 5), dim3(12, 10)>>>(c, a, b, 41);
  return cudaDeviceSynchronize();
}
