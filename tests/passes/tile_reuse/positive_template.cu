template <typename T, int N>
__global__ void paths(T* c, const T* a, const T* b) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= N || column >= N) return;
  T most = 0;
  for (int k = 0; k < N; ++k) {
    const T sum = a[row * N + k] + b[k * N + column];
    most = sum > most ? sum : most;
  }
  c[row * N + column] = most;
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
