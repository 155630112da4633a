// SET: threads=128
#include <cstdio>

// What the first thread reads at once is more aligned than what is declared.
__global__ void sums(const float* in, float* out) {
  __shared__ float partial[8];
  float sum = in[blockIdx.x * 8 + threadIdx.x];
  partial[threadIdx.x] = sum;
  __syncthreads();
  if (threadIdx.x == 0) {
    float4 low = *(float4*)&partial[0];
    float4 high = *(float4*)&partial[4];
    out[blockIdx.x] = low.x + low.y + low.z + low.w + high.x + high.y + high.z + high.w;
  }
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
  sums<<<101, 8>>>(in, out);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5) + (double)count[i] * (1 + i % 3);
  printf("%.17g\n", sum);
}
