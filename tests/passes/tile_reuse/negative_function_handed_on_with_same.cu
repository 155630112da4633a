// UNKNOWN: comes by its arguments is not understood
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

void forward1(int* c, const int* a, const int* b, int n) {
  product<<<dim3(3, 3), dim3(16, 16)>>>(c, a, b, n, n, n);
}

void forward(int which, int* c, const int* a, const int* b, int n) {
  if (which == 1) forward1(c, a, b, n);
}

template <class Kernel, class... Arguments>
void timed(int repeats, Kernel kernel, Arguments&&... arguments) {
  for (int i = 0; i < repeats; ++i) kernel(std::forward<Arguments>(arguments)...);
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
  forward(1, c, a, b, 45);
  timed(2, forward, 1, c, c, b, 40);
  return cudaDeviceSynchronize();
}
