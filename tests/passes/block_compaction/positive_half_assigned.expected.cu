// SET: c_factor=2
#include <cuda_fp16.h>

#include <cstdio>

// `value = ...` of a structure of a library calls its operator.
__global__ void kernel(const __half2* in, float* out, int n) {
  #pragma unroll
  for (int m = 0; m < 2; ++m) {
    const unsigned block_x = blockIdx.x + m * gridDim.x;
    int i = block_x * 32 + threadIdx.x;
    __half2 value = __float2half2_rn(0.0f);
    for (int k = i; k < n; k += 128) value = __hfma2(in[k], in[k], value);
    out[i] = __low2float(value) + __high2float(value);
  }
}

int main() {
  __half2* in = nullptr;
  float* out = nullptr;
  cudaMallocManaged(&in, 512 * sizeof(__half2));
  cudaMallocManaged(&out, 128 * sizeof(float));
  for (int i = 0; i < 512; ++i) in[i] = __floats2half2_rn((i % 7) * 0.5f, (i % 5) * 0.25f);
  kernel<<<4 / 2, 32>>>(in, out, 500);
  cudaDeviceSynchronize();
  for (int i = 0; i < 128; ++i) printf("%d %g\n", i, (double)out[i]);
  return 0;
}
