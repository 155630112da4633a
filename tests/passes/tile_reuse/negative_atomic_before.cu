// REFUSES: updates memory that other threads may wait for
__device__ void add(int* c) { atomicAdd(c, 1); }

__global__ void product(int* c, const int* a, const int* b, int n) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
  add(c);

  int sum = 0;
  for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + column];
  c[row * n + column] = sum;
}

void launch(int* c, int* a, int* b) { product<<<dim3(3, 3), dim3(16, 16)>>>(c, a, b, 41); }
