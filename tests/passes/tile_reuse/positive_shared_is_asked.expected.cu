__global__ void __launch_bounds__(1024) product(double* c, const double* a, const double* b, int n) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
  const bool works = row < n && column < n;
  const bool loads_a = row < n && static_cast<int>(blockIdx.x * blockDim.x) < n;
  const bool loads_b = static_cast<int>(blockIdx.y * blockDim.y) < n && column < n;
  {
    double most = 0;
    __shared__ double a_tile[32][16];
    __shared__ double b_tile[16][32];
    for (int k_from = 0, k_to; k_from < n; k_from = k_to) {
      k_to = static_cast<unsigned>(n) - static_cast<unsigned>(k_from) > 16 ? k_from + 16 : n;
      const unsigned rounds = k_to - k_from;
      if (threadIdx.x < 16) {
        const int k = k_from + threadIdx.x;
        a_tile[threadIdx.y][threadIdx.x] = loads_a && threadIdx.x < rounds ? a[row * n + k] : 0;
      }
      if (threadIdx.y < 16) {
        const int k = k_from + threadIdx.y;
        b_tile[threadIdx.y][threadIdx.x] = loads_b && threadIdx.y < rounds ? b[k * n + column] : 0;
      }
      __syncthreads();
      #pragma unroll 8
      for (int k = k_from; k < k_to; ++k) most = fmax(most, a_tile[threadIdx.y][k - k_from] + b_tile[k - k_from][threadIdx.x]);
      __syncthreads();
    }
    if (works) c[row * n + column] = most;
  }
}

int main() {
  double *c, *a, *b;
  cudaMallocManaged(&c, 8192 * sizeof(double));
  cudaMallocManaged(&a, 8192 * sizeof(double));
  cudaMallocManaged(&b, 8192 * sizeof(double));
  for (int i = 0; i < 8192; ++i) {
    c[i] = 0;
    a[i] = (double)(i * 37 % 101);
    b[i] = (double)(i * 53 % 97);
  }
  product<<<dim3(2, 2), dim3(32, 32), 40000>>>(c, a, b, 41);
  return cudaDeviceSynchronize();
}
