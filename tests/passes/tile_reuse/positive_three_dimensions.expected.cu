__global__ void product(int* c, const int* a, const int* b, int n) {
  int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
  int sum = 0;
  __shared__ int a_tile[3][36];
  __shared__ int b_tile[32][8];
  __shared__ int a_tile_2[32];
  __shared__ int b_tile_2[4][36];
  for (int k_from = 0, k_to; k_from < n; k_from = k_to) {
    k_to = static_cast<unsigned>(n) - static_cast<unsigned>(k_from) > 32 ? k_from + 32 : n;
    const unsigned rounds = k_to - k_from;
    {
      const unsigned slot = threadIdx.y * 8 + threadIdx.x;
      const int k = k_from + slot;
      a_tile[threadIdx.z][slot] = slot < rounds ? a[z * n + k] : 0;
    }
    for (unsigned first = 0; first < 32; first += 12) {
      const unsigned slot = first + threadIdx.z * 4 + threadIdx.y;
      if (slot < 32) {
        const int k = k_from + slot;
        b_tile[slot][threadIdx.x] = slot < rounds ? b[k * 8 + x] : 0;
      }
    }
    {
      const unsigned slot = threadIdx.z * 32 + threadIdx.y * 8 + threadIdx.x;
      if (slot < 32) {
        const int k = k_from + slot;
        a_tile_2[slot] = slot < rounds ? a[k] : 0;
      }
    }
    for (unsigned first = 0; first < 32; first += 24) {
      const unsigned slot = first + threadIdx.z * 8 + threadIdx.x;
      if (slot < 32) {
        const int k = k_from + slot;
        b_tile_2[threadIdx.y][slot] = slot < rounds ? b[y * n + k] : 0;
      }
    }
    __syncthreads();
    #pragma unroll 8
    for (int k = k_from; k < k_to; ++k) sum += a_tile[threadIdx.z][k - k_from] * b_tile[k - k_from][threadIdx.x] - a_tile_2[k - k_from] + b_tile_2[threadIdx.y][k - k_from];
    __syncthreads();
  }
  c[(z * 4 + y) * 8 + x] = sum;
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
  product<<<1, dim3(8, 4, 3)>>>(c, a, b, 50);
  return cudaDeviceSynchronize();
}
