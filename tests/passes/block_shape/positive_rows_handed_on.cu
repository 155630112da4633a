// SET: threads=128
#include <cstdio>

__device__ float around(const float* row, int at) {
  return row[(at + 1) % 8] - row[(at + 7) % 8];
}

__global__ void edges(const float* in, float* out) {
  __shared__ float kept[8];
  float* own = kept + threadIdx.x;
  *own = in[blockIdx.x * 8 + threadIdx.x];
  __syncthreads();
  out[blockIdx.x * 8 + threadIdx.x] = around(kept, threadIdx.x) + sizeof(kept) / sizeof(kept[0]);
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
  edges<<<100, 8>>>(in, out);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5) + (double)count[i] * (1 + i % 3);
  printf("%.17g\n", sum);
}
