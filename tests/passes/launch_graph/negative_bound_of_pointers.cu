// REFUSES: what ends it changes
#include <utility>

__global__ void smooth(const float* from, float* to, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) to[i] = 0.5f * from[i] + 0.5f * from[(i + 1) % n];
}

void run(float* a, float* b, int n) {
  for (long i = 0; i < b - a; ++i) {
    smooth<<<1, 64>>>(a, b, n);
    std::swap(a, b);
  }
}
