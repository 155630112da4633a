// SET: threads=128
#include <cstdio>

__global__ void rows(const float* in, float* out) {
  float most = in[blockIdx.x * 16];
  for (int k = 1; k < 16; ++k) most = in[blockIdx.x * 16 + k] > most ? in[blockIdx.x * 16 + k] : most;
  out[blockIdx.x] = most;
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
  rows<<<200, 1>>>(in, out);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5) + (double)count[i] * (1 + i % 3);
  printf("%.17g\n", sum);
}
