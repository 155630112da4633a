// SET: threads=64
#include <cstdio>

// A launch takes 32 bits of its grid: thirteen blocks, of which the larger ones are made.
__global__ void mark(float* out) { out[blockIdx.x * blockDim.x + threadIdx.x] = (float)gridDim.x; }

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
  unsigned long long blocks = (1ull << 32) + 13;
  mark<<<blocks, 32>>>(out);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5) + (double)count[i] * (1 + i % 3);
  printf("%.17g\n", sum);
}
