// REFUSES: its address, which would be another, is seen
#include <cstdio>

__global__ void turn(const float* in, float* out) {
  __shared__ float tile[8];
  tile[threadIdx.x] = in[blockIdx.x * 8 + threadIdx.x];
  __syncthreads();
  out[blockIdx.x * 8 + threadIdx.x] = tile[7 - threadIdx.x] + (float)((unsigned long long)&tile[0] % 64);
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
  turn<<<100, 8>>>(in, out);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5) + (double)count[i] * (1 + i % 3);
  printf("%.17g\n", sum);
}
