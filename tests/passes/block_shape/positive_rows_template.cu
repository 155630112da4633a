// SET: threads=128
#include <cstdio>

template <typename T, int N>
__global__ void backwards(const float* in, float* out) {
  __shared__ T kept[N];
  kept[threadIdx.x] = (T)in[blockIdx.x * N + threadIdx.x];
  __syncthreads();
  out[blockIdx.x * N + threadIdx.x] = (float)kept[N - 1 - threadIdx.x];
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
  backwards<float, 16><<<31, 16>>>(in, out);
  backwards<int, 16><<<9, 16>>>(in + 1024, out + 1024);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5) + (double)count[i] * (1 + i % 3);
  printf("%.17g\n", sum);
}
