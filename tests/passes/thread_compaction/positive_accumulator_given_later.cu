// SET: c_factor=2 dimension=x
#include <cstdio>

// The sum is declared without a value: nothing says yet that each thread has its own.
__global__ void rounds(const float* in, float* out, int steps) {
  __shared__ float s[64];
  float sum;
  if (steps > 0) sum = 0;
  for (int i = 0; i < steps; ++i) {
    s[threadIdx.x] = in[i * 64 + threadIdx.x];
    __syncthreads();
    sum = sum * 2 + s[63 - threadIdx.x];
    __syncthreads();
  }
  out[threadIdx.x] = steps > 0 ? sum : 0;
}

int main() {
  float *in, *out;
  cudaMallocManaged(&in, 192 * sizeof(float));
  cudaMallocManaged(&out, 192 * sizeof(float));
  for (int i = 0; i < 192; ++i) {
    in[i] = i * 37 % 101;
    out[i] = 0;
  }
  rounds<<<1, 64>>>(in, out, 3);
  cudaDeviceSynchronize();
  for (int i = 0; i < 64; ++i) printf("%d %g\n", i, out[i]);
}
