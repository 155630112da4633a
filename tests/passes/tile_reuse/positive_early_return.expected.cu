// Paths over one more point: sums and minima.
__global__ void paths(float* c, const float* a, const float* b, int n) {
  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  const bool works = !(x >= n || y >= n);
  const bool loads_a = static_cast<int>(blockIdx.x * 32u) < n && y < n;
  const bool loads_b = x < n && static_cast<int>(blockIdx.y * 8u) < n;
  float least = 1e30f;
  __shared__ float a_tile[8][32];
  __shared__ float b_tile[32][32];
  for (int k_from = 0, k_to; k_from < n; k_from = k_to) {
    k_to = static_cast<unsigned>(n) - static_cast<unsigned>(k_from) > 32 ? k_from + 32 : n;
    const unsigned rounds = k_to - k_from;
    {
      const int k = k_from + threadIdx.x;
      a_tile[threadIdx.y][threadIdx.x] = loads_a && threadIdx.x < rounds ? a[y * n + k] : 0;
    }
    for (unsigned first = 0; first < 32; first += 8) {
      const unsigned slot = first + threadIdx.y;
      const int k = k_from + slot;
      b_tile[slot][threadIdx.x] = loads_b && slot < rounds ? b[k * n + x] : 0;
    }
    __syncthreads();
    #pragma unroll 8
    for (int k = k_from; k < k_to; k++) least = fminf(least, a_tile[threadIdx.y][k - k_from] + b_tile[k - k_from][threadIdx.x]);
    __syncthreads();
  }
  if (works) c[y * n + x] = least;
}

int main() {
  float *c, *a, *b;
  cudaMallocManaged(&c, 8192 * sizeof(float));
  cudaMallocManaged(&a, 8192 * sizeof(float));
  cudaMallocManaged(&b, 8192 * sizeof(float));
  for (int i = 0; i < 8192; ++i) {
    c[i] = 0;
    a[i] = (float)(i * 37 % 101);
    b[i] = (float)(i * 53 % 97);
  }
  paths<<<dim3(3, 9), dim3(32, 8)>>>(c, a, b, 70);
  return cudaDeviceSynchronize();
}
