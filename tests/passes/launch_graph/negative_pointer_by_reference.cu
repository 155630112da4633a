// REFUSES: by another name
#include <utility>

__global__ void smooth(const float* from, float* to, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) to[i] = 0.5f * from[i] + 0.5f * from[(i + 1) % n];
}

void run(float* a, float* b, float* c, int n, int rounds) {
  float*& last = b;
  for (int i = 0; i < rounds; ++i) {
    smooth<<<1, 64>>>(a, last, n);
    smooth<<<1, 64>>>(b, c, n);
    std::swap(a, b);
  }
}
