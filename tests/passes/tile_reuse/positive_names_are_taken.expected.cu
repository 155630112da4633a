__global__ void product(int* c, const int* a, const int* b, int n) {
  int works = threadIdx.x, a_tile = threadIdx.y, rounds = 0, slot = 1;
  const bool works_2 = works < n;
  const bool loads_a = 0 < n;
  const bool loads_b = works < n;
  {
    if (works_2) {
      for (int k = 0, unused; false;) unused = k;
    }
    __shared__ int a_tile_2[8][36];
    __shared__ int b_tile[32][16];
    for (int k_from = 0, k_to; k_from < n; k_from = k_to) {
      k_to = static_cast<unsigned>(n) - static_cast<unsigned>(k_from) > 32 ? k_from + 32 : n;
      const unsigned rounds_2 = k_to - k_from;
      for (unsigned first = 0; first < 32; first += 16) {
        const unsigned slot_2 = first + threadIdx.x;
        const int k = k_from + slot_2;
        a_tile_2[threadIdx.y][slot_2] = loads_a && slot_2 < rounds_2 ? a[a_tile * n + k] : 0;
      }
      for (unsigned first = 0; first < 32; first += 8) {
        const unsigned slot_2 = first + threadIdx.y;
        const int k = k_from + slot_2;
        b_tile[slot_2][threadIdx.x] = loads_b && slot_2 < rounds_2 ? b[k * n + works] : 0;
      }
      __syncthreads();
      #pragma unroll 8
      for (int k = k_from; k < k_to; ++k) rounds += a_tile_2[threadIdx.y][k - k_from] * b_tile[k - k_from][threadIdx.x];
      __syncthreads();
    }
    if (works_2) c[a_tile * n + works] = rounds + slot;
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
