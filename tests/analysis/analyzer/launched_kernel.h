#pragma once

namespace warpwright {

/// What stands in front of a kernel, and its body.
inline constexpr const char* program = R"(
%1__global__ void k(float* out, const float* a, const float* b, int n) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  %2
}
int main() {
  float *p, *a, *b;
  cudaMalloc(&p, 4096);
  cudaMalloc(&a, 4096);
  cudaMalloc(&b, 4096);
  k<<<1, 64>>>(p, a, b, 4);
}
)";

}  // namespace warpwright
