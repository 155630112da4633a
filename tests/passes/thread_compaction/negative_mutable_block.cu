// UNKNOWN: The block size is not known
#include <cstdio>

struct Shape {
  mutable int threads = 64;
  void halve() const { threads = 32; }
};

__global__ void scale(float* out, const float* in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i] * 2;
}

int main() {
  float *out, *in;
  cudaMalloc(&out, 4096);
  cudaMalloc(&in, 4096);
  const Shape shape;
  scale<<<4, shape.threads>>>(out, in);
  shape.halve();
  scale<<<4, shape.threads>>>(out, in);
}
