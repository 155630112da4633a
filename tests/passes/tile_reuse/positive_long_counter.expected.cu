__global__ void product(long* c, const long* a, const long* b, size_t n, int last) {
  size_t row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
  const bool works = n > row && column <= n - 1;
  const bool loads_a = n > row && static_cast<unsigned long>(blockIdx.x * blockDim.x) <= n - 1;
  const bool loads_b = static_cast<unsigned long>(blockIdx.y * blockDim.y) < n && column <= n - 1;
  {
    long sum = 0;
    __shared__ long a_tile[16][34];
    __shared__ long b_tile[32][16];
    const size_t k_end = last;
    for (size_t k_from = 1, k_to; k_from < k_end; k_from = k_to) {
      k_to = static_cast<unsigned long long>(k_end) - static_cast<unsigned long long>(k_from) > 32 ? k_from + 32 : k_end;
      const unsigned rounds = k_to - k_from;
      for (unsigned first = 0; first < 32; first += 16) {
        const unsigned slot = first + threadIdx.x;
        const size_t k = k_from + slot;
        a_tile[threadIdx.y][slot] = loads_a && slot < rounds ? a[row * n + k] : 0;
      }
      for (unsigned first = 0; first < 32; first += 16) {
        const unsigned slot = first + threadIdx.y;
        const size_t k = k_from + slot;
        b_tile[slot][threadIdx.x] = loads_b && slot < rounds ? b[k * n + column] : 0;
      }
      __syncthreads();
      #pragma unroll 8
      for (size_t k = k_from; k < k_to; ++k) sum += a_tile[threadIdx.y][k - k_from] * b_tile[k - k_from][threadIdx.x];
      __syncthreads();
    }
    if (works) c[row * n + column] = sum;
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
