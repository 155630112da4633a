#include <utility>

__global__ void product(int* c, const int* a, const int* b, int rows, int columns, int n) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  const bool works = row < rows && column < columns;
  const bool loads_a = row < rows && static_cast<int>(blockIdx.x * blockDim.x) < columns;
  const bool loads_b = static_cast<int>(blockIdx.y * blockDim.y) < rows && column < columns;
  {
    int sum = 0;
    __shared__ int a_tile[16][36];
    __shared__ int b_tile[32][16];
    for (int k_from = 0, k_to; k_from < n; k_from = k_to) {
      k_to = static_cast<unsigned>(n) - static_cast<unsigned>(k_from) > 32 ? k_from + 32 : n;
      const unsigned rounds = k_to - k_from;
      for (unsigned first = 0; first < 32; first += 16) {
        const unsigned slot = first + threadIdx.x;
        const int k = k_from + slot;
        a_tile[threadIdx.y][slot] = loads_a && slot < rounds ? a[row * n + k] : 0;
      }
      for (unsigned first = 0; first < 32; first += 16) {
        const unsigned slot = first + threadIdx.y;
        const int k = k_from + slot;
        b_tile[slot][threadIdx.x] = loads_b && slot < rounds ? b[k * columns + column] : 0;
      }
      __syncthreads();
      #pragma unroll 8
      for (int k = k_from; k < k_to; ++k) {
        sum += a_tile[threadIdx.y][k - k_from] * b_tile[k - k_from][threadIdx.x];
      }
      __syncthreads();
    }
    if (works) c[row * columns + column] = sum;
  }
}

template <class Kernel, class... Arguments>
void launch(Kernel&& kernel, dim3 grid, dim3 block, Arguments&&... arguments) {
  kernel<<<grid, block>>>(std::forward<Arguments>(arguments)...);
}

template <class Kernel, class... Arguments>
void repeat(int times, Kernel kernel, const dim3& grid, Arguments... arguments) {
  for (int i = 0; i < times; ++i) launch(kernel, grid, dim3(16, 16), arguments...);
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
  launch(product, dim3(3, 3), dim3(16, 16), c, a, b, 45, 45, 45);
  repeat(2, product, dim3(3, 3), c, a, b, 40, 40, 40);
  return cudaDeviceSynchronize();
}
