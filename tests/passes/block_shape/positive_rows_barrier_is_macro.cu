// SET: threads=64
#include <cstdio>

#define WAIT __syncthreads()
#define SHARED __shared__

__global__ void pairs(const float* in, float* out) {
  SHARED float row[4];
  row[threadIdx.x] = in[blockIdx.x * 4 + threadIdx.x];
  WAIT;
  out[blockIdx.x * 4 + threadIdx.x] = row[threadIdx.x ^ 1];
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
  pairs<<<99, 4>>>(in, out);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5) + (double)count[i] * (1 + i % 3);
  printf("%.17g\n", sum);
}
