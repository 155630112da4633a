#include <cstdio>

struct Step {
  unsigned char next;
  unsigned weight;
};
__constant__ Step steps[6] = {{1, 5}, {3, 2}, {0, 9}, {5, 1}, {2, 4}, {4, 7}};

__global__ void walk(const unsigned *in, unsigned *out, int n) {
  __shared__ Step steps_shared[6];
  static_assert(sizeof(steps_shared) == sizeof(steps), "");
  const unsigned threads = blockDim.x * blockDim.y * blockDim.z;
  const unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  for (unsigned element = thread; element < 6; element += threads) steps_shared[element] = steps[element];
  __syncthreads();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned state = in[i] % 6, all = 0;
  for (int k = 0; k < 10; ++k) {
    const Step step = steps_shared[state];
    all = all * 3 + step.weight;
    state = steps_shared[(state + k) % 6].next;
  }
  out[i] = all;
}

int main() {
  const int n = 1000;
  unsigned *in;
  unsigned *out;
  cudaMallocManaged(&in, n * sizeof(unsigned));
  cudaMallocManaged(&out, n * sizeof(unsigned));
  for (int i = 0; i < n; ++i) in[i] = i * 2654435761u >> 7;
  walk<<<4, 256>>>(in, out, n);
  cudaDeviceSynchronize();
  unsigned long long all = 0;
  for (int i = 0; i < n; ++i) all = all * 31 + out[i];
  printf("%llu\n", all);
  return 0;
}
