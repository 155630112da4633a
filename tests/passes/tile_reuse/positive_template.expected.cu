template <typename T, int N>
__global__ void paths(T* c, const T* a, const T* b) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
  const bool works = !(row >= N || column >= N);
  const bool loads_a = row < N && static_cast<int>(blockIdx.x * blockDim.x) < N;
  const bool loads_b = static_cast<int>(blockIdx.y * blockDim.y) < N && column < N;
  T most = 0;
  __shared__ T a_tile[16][36];
  __shared__ T b_tile[32][16];
  for (int k_from = 0, k_to; k_from < N; k_from = k_to) {
    k_to = static_cast<unsigned>(N) - static_cast<unsigned>(k_from) > 32 ? k_from + 32 : N;
    const unsigned rounds = k_to - k_from;
    for (unsigned first = 0; first < 32; first += 16) {
      const unsigned slot = first + threadIdx.x;
      const int k = k_from + slot;
      a_tile[threadIdx.y][slot] = loads_a && slot < rounds ? a[row * N + k] : 0;
    }
    for (unsigned first = 0; first < 32; first += 16) {
      const unsigned slot = first + threadIdx.y;
      const int k = k_from + slot;
      b_tile[slot][threadIdx.x] = loads_b && slot < rounds ? b[k * N + column] : 0;
    }
    __syncthreads();
    #pragma unroll 8
    for (int k = k_from; k < k_to; ++k) {
      const T sum = a_tile[threadIdx.y][k - k_from] + b_tile[k - k_from][threadIdx.x];
      most = sum > most ? sum : most;
    }
    __syncthreads();
  }
  if (works) c[row * N + column] = most;
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
  paths<int, 40><<<dim3(3, 3), dim3(16, 16)>>>(c, a, b);
  paths<unsigned, 23><<<dim3(2, 2), dim3(16, 16)>>>((unsigned*)c + 4000, (unsigned*)a, (unsigned*)b);
  return cudaDeviceSynchronize();
}
