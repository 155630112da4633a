// SET: threads=128
#include <cstdio>

__global__ void own(const float* in, float* out, int n) {
  __shared__ float kept[8][3];
  for (int k = 0; k < 3; ++k) kept[threadIdx.x][k] = in[(blockIdx.x * 8 + threadIdx.x + k) % n];
  out[blockIdx.x * 8 + threadIdx.x] = kept[threadIdx.x][n % 3];
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
  own<<<100, 8>>>(in, out, 1000);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5) + (double)count[i] * (1 + i % 3);
  printf("%.17g\n", sum);
}
