// SET: threads=32
#include <cstdio>

__global__ void spread(const float* in, float* out, int rounds) {
  __shared__ float first[8], second[8], third;
  const int own = blockIdx.x * 8 + threadIdx.x;
  if (threadIdx.x == 3) third = in[own];
  first[threadIdx.x] = in[own];
  __syncthreads();
  for (int r = 0; r < rounds; ++r) {
    static __shared__ int turns[8]; /* of this round */
    turns[threadIdx.x] = (int)first[7 - threadIdx.x] + r;
    __syncthreads();
    second[threadIdx.x] = turns[(threadIdx.x + r) % 8] + third;
    __syncthreads();
    first[threadIdx.x] = second[(threadIdx.x + 1) % 8];
    __syncthreads();
  }
  out[own] = first[threadIdx.x];
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
  spread<<<53, 8>>>(in, out, 3);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5) + (double)count[i] * (1 + i % 3);
  printf("%.17g\n", sum);
}
