// SET: threads=128
#include <cstdio>

__global__ void mean(const float* in, float* out, int blocks) {
  __shared__ float all[32];
  unsigned tid = threadIdx.x;
  all[tid] = in[blockIdx.x * 32 + tid];
  __syncthreads();
  for (int s = 16; s > 0; s >>= 1) {
    if (tid < s) all[tid] += all[tid + s];
    __syncthreads();
  }
  out[blockIdx.x * 32 + tid] = all[0];
}

int main() {
  float *in, *out;
  int* count;
  cudaMallocManaged(&in, 4096 * sizeof(float));
  cudaMallocManaged(&out, 4096 * sizeof(float));
  cudaMallocManaged(&count, 4096 * sizeof(int));
  for (int i = 0; i < 4096; ++i) {
    in[i] = (float)(i * 37 % 101) - 50;
    out[i] = 0;
    count[i] = i % 7;
  }
  int blocks = 77;
  mean<<<blocks, 32>>>(in, out, blocks);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5) + (double)count[i] * (1 + i % 3);
  printf("%.17g\n", sum);
}
