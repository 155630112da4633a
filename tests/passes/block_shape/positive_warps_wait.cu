// SET: threads=128
#include <cstdio>

__global__ void walk(const float* in, float* out, int steps) {
  for (int s = 0; s < steps; ++s) {
    if (in[s * 32 + threadIdx.x] > out[blockIdx.x]) out[1024 + blockIdx.x * 32 + threadIdx.x] = s + 1;
    __syncwarp();
    if (threadIdx.x == 0) out[blockIdx.x] += out[1024 + blockIdx.x * 32 + s];
    __syncwarp();
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
  walk<<<26, 32>>>(in, out, 20);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5) + (double)count[i] * (1 + i % 3);
  printf("%.17g\n", sum);
}
