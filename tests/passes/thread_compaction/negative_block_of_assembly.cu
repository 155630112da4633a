// UNKNOWN: The block size is not known
#include <cstdio>

static int threads = 64;

__global__ void scale(float* out, const float* in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i] * 2;
}

int main() {
  float *out, *in;
  cudaMalloc(&out, 4096);
  cudaMalloc(&in, 4096);
  scale<<<4, threads>>>(out, in);
  asm volatile("movl $32, _ZL7threads(%rip)" : : : "memory");
  scale<<<4, threads>>>(out, in);
}
