// Product of two square matrices through tiles in shared memory: a heavy thread (HWST); the loads stand in the loop over
// tiles.     matrix_multiply [n]     (default 512, blocks of 16 x 16; n a multiple of 16)
#include <cstdio>
#include <cstdlib>

__global__ void matrixMultiply(const float* a, const float* b, float* c, int n) {
  __shared__ float left[16][16], right[16][16];
  int row = blockIdx.y * 16 + threadIdx.y, column = blockIdx.x * 16 + threadIdx.x;
  float sum = 0;
  for (int tile = 0; tile < n / 16; ++tile) {
    left[threadIdx.y][threadIdx.x] = a[row * n + tile * 16 + threadIdx.x];
    right[threadIdx.y][threadIdx.x] = b[(tile * 16 + threadIdx.y) * n + column];
    __syncthreads();
    for (int k = 0; k < 16; ++k) sum += left[threadIdx.y][k] * right[k][threadIdx.x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

int main(int argc, char** argv) {
  int n = argc > 1 ? std::atoi(argv[1]) : 512;
  float *a, *b, *c;
  cudaMallocManaged(&a, n * n * sizeof(float));
  cudaMallocManaged(&b, n * n * sizeof(float));
  cudaMallocManaged(&c, n * n * sizeof(float));
  for (int i = 0; i < n * n; ++i) a[i] = i % 7, b[i] = i / n == i % n ? 2 : 0;  // twice the unit matrix
  matrixMultiply<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(a, b, c, n);
  cudaDeviceSynchronize();
  for (int i = 0; i < n * n; ++i) {
    if (c[i] != 2 * a[i]) return std::printf("wrong at %d\n", i), 1;
  }
  std::puts("right");
}
