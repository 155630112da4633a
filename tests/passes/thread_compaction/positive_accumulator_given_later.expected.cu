// SET: c_factor=2 dimension=x
#include <cstdio>

// The sum is declared without a value: nothing says yet that each thread has its own.
__global__ void rounds(const float* in, float* out, int steps) {
  __shared__ float s[64];
  float sum[2];
  #pragma unroll
  for (int m = 0; m < 2; ++m) {
    if (steps > 0) sum[m] = 0;
  }
  for (int i = 0; i < steps; ++i) {
    #pragma unroll
    for (int m = 0; m < 2; ++m) {
      const unsigned thread_x = threadIdx.x + m * blockDim.x;
      s[thread_x] = in[i * 64 + thread_x];
    }
    __syncthreads();
    #pragma unroll
    for (int m = 0; m < 2; ++m) {
      const unsigned thread_x = threadIdx.x + m * blockDim.x;
      sum[m] = sum[m] * 2 + s[63 - thread_x];
    }
    __syncthreads();
  }
  #pragma unroll
  for (int m = 0; m < 2; ++m) {
    const unsigned thread_x = threadIdx.x + m * blockDim.x;
    out[thread_x] = steps > 0 ? sum[m] : 0;
  }
}

int main() {
  float *in, *out;
  cudaMallocManaged(&in, 192 * sizeof(float));
  cudaMallocManaged(&out, 192 * sizeof(float));
  for (int i = 0; i < 192; ++i) {
    in[i] = i * 37 % 101;
    out[i] = 0;
  }
  rounds<<<1, 64 / 2>>>(in, out, 3);
  cudaDeviceSynchronize();
  for (int i = 0; i < 64; ++i) printf("%d %g\n", i, out[i]);
}
