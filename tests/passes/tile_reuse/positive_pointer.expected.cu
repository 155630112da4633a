struct Shape {
  int rows, columns, n;
};

__global__ void product(int* c, const int* a, const int* b, Shape shape) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
  const bool works = row < shape.rows && column < shape.columns;
  const bool loads_a = row < shape.rows && static_cast<int>(blockIdx.x * blockDim.x) < shape.columns;
  {
    const int* own = a + row * shape.n;
    const int* const other = works ? &b[column] : 0;
    int sum = 0;
    __shared__ int a_tile[16][36];
    const int k_end = shape.n;
    for (int k_from = 0, k_to; k_from < k_end; k_from = k_to) {
      k_to = static_cast<unsigned>(k_end) - static_cast<unsigned>(k_from) > 32 ? k_from + 32 : k_end;
      const unsigned rounds = k_to - k_from;
      for (unsigned first = 0; first < 32; first += 16) {
        const unsigned slot = first + threadIdx.x;
        const int k = k_from + slot;
        a_tile[threadIdx.y][slot] = loads_a && slot < rounds ? *(own + k) : 0;
      }
      __syncthreads();
      if (works) {
        #pragma unroll 8
        for (int k = k_from; k < k_to; ++k) sum += a_tile[threadIdx.y][k - k_from] * other[k * shape.columns];
      }
      __syncthreads();
    }
    if (works) c[row * shape.columns + column] = sum;
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
  product<<<dim3(3, 3), dim3(16, 16)>>>(c, a, b, Shape{45, 43, 50});
  return cudaDeviceSynchronize();
}
