// Changes of both may come together: their functions have names of their own.
#include <cstdio>
#include <cstdlib>

__global__ void scale(int* data, int n) {
  int id = blockDim.x * blockIdx.x + threadIdx.x;
  if (id / 3 < n) data[id] += 5;
}
__global__ void scale(unsigned* data, int n) {
  int id = blockDim.x * blockIdx.x + threadIdx.x;
  if (id / 4 < n) data[id] *= 3;
}

int main(int argc, char** argv) {
  int* data;
  const int n = argc > 1 ? atoi(argv[1]) : 70;
  cudaMallocManaged(&data, 4096 * sizeof(int));
  for (int i = 0; i < 4096; ++i) data[i] = i;
  scale<<<n, 32>>>(data, n);
  scale<<<n, 32>>>((unsigned*)data, n);
  cudaDeviceSynchronize();
  long sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (long)data[i] * (1 + i % 7);
  printf("%ld\n", sum);
}
