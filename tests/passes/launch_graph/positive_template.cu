#include <cstdio>
#include <cstdlib>

template <typename T>
__global__ void scale(T* x, T by, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = x[i] * by + 1;
}

template <typename T>
void run(int rounds) {
  T* x;
  cudaMalloc(&x, 64 * sizeof(T));
  cudaMemset(x, 0, 64 * sizeof(T));
  for (int i = 0; i < rounds; ++i) {
    scale<T><<<1, 64>>>(x, T(3), 64);
  }
  T seen[64];
  cudaMemcpy(seen, x, sizeof seen, cudaMemcpyDeviceToHost);
  for (T one : seen) printf("%.9g\n", double(one));
}

int main(int argc, char** argv) {
  const int rounds = argc > 1 ? atoi(argv[1]) : 300;
  run<float>(rounds);
  run<int>(rounds);
  return 0;
}
