// REFUSES: does not spell this extent of the grid
#include <cstdio>

// The launch names no blocks along y, along which there would be more of them.
__global__ void fill(float* out) {
  out[(blockIdx.x * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x] = (float)(threadIdx.y + blockIdx.y);
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
  fill<<<dim3(8), dim3(16, 8)>>>(out);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5) + (double)count[i] * (1 + i % 3);
  printf("%.17g\n", sum);
}
