#include <cstdio>

__global__ void sum(const float* in, float* out) {
  __shared__ float part[256];
  const int tid = threadIdx.x;
  part[tid] = in[blockIdx.x * blockDim.x + tid];
  for (int s = blockDim.x / 2; s > 0; s >>= 1) {
    __syncthreads();
    if (tid < s) part[tid] += part[tid + s];
  }
  if (tid == 0) out[blockIdx.x] = part[0];
}

int main() {
  float *in, *out;
  cudaMallocManaged(&in, 4096 * sizeof(float));
  cudaMallocManaged(&out, 4096 * sizeof(float));
  for (int i = 0; i < 4096; ++i) {
    in[i] = (float)(i * 37 % 101) - 50;
    out[i] = 0;
  }
  sum<<<4, 256>>>(in, out);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5);
  printf("%.17g\n", sum);
}
