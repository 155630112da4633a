#include <utility>

__global__ void product(int* c, const int* a, const int* b, int rows, int columns, int n) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < rows && column < columns) {
    int sum = 0;
    for (int k = 0; k < n; ++k) {
      sum += a[row * n + k] * b[k * columns + column];
    }
    c[row * columns + column] = sum;
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
