#include <cstdio>

__device__ const short first[12000] = {5, 3, 1};
__device__ const short second[16000] = {2, 4, 6};
__device__ const short third[100] = {7, 8, 9};

__global__ void __launch_bounds__(1024) lookUp(const unsigned *in, unsigned *out, int n) {
  __shared__ short first_shared[12000];
  static_assert(sizeof(first_shared) == sizeof(first), "");
  __shared__ short third_shared[100];
  static_assert(sizeof(third_shared) == sizeof(third), "");
  const unsigned threads = blockDim.x * blockDim.y * blockDim.z;
  const unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  for (unsigned element = thread; element < 12000; element += threads) first_shared[element] = first[element];
  for (unsigned element = thread; element < 100; element += threads) third_shared[element] = third[element];
  __syncthreads();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const unsigned value = in[i];
  out[i] = first_shared[value % 12000] + second[value % 16000] + third_shared[value % 100];
}

int main() {
  const int n = 1000;
  unsigned *in;
  unsigned *out;
  cudaMallocManaged(&in, n * sizeof(unsigned));
  cudaMallocManaged(&out, n * sizeof(unsigned));
  for (int i = 0; i < n; ++i) in[i] = i * 2654435761u >> 7;
  lookUp<<<1, 1024>>>(in, out, n);
  cudaDeviceSynchronize();
  unsigned long long all = 0;
  for (int i = 0; i < n; ++i) all = all * 31 + out[i];
  printf("%llu\n", all);
  return 0;
}
