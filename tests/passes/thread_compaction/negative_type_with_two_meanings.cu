// REFUSES: line 7 uses `real`, a name with two meanings here
#include <cstdio>
typedef int real;

__global__ void kernel(const float* in, float* out) {
  __shared__ float s[64];
  float weight = (real)threadIdx.x * (real)1.5f;
  s[threadIdx.x] = weight;
  __syncthreads();
  for (int r = 0; r < 2; ++r) {
    typedef float real;  // `weight` would be computed again below this
    out[blockIdx.x * 64 + threadIdx.x] += (real)1.5f * weight + s[63 - threadIdx.x];
    __syncthreads();
  }
}

void launch(const float* in, float* out) {
  kernel<<<8, 64>>>(in, out);
}
