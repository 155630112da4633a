// SET: c_factor=2 dimension=x assignment=interleaved
#include <cassert>
#include <cstdio>

// As newer C libraries have it.
#undef assert
#define assert(held) \
  (static_cast<bool>(held) ? void(0) : __assert_fail(#held, __builtin_FILE(), __builtin_LINE(), __PRETTY_FUNCTION__))

__global__ void kernel(const int* in, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  assert(i < n && threadIdx.x < blockDim.x);
  out[i] = in[i] * 3;
}
int main() {
  int *in = nullptr, *out = nullptr;
  cudaMallocManaged(&in, 1024 * sizeof(int));
  cudaMallocManaged(&out, 1024 * sizeof(int));
  for (int i = 0; i < 1024; ++i) in[i] = i * 37 % 101;
  kernel<<<4, 64>>>(in, out, 256);
  cudaDeviceSynchronize();
  unsigned sum = 0;
  for (int i = 0; i < 1024; ++i) sum = sum * 31 + out[i];
  printf("%u\n", sum);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
