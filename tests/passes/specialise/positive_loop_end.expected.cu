#include <cstdio>

// How often the loop runs is said by the launch alone.
__global__ void rowSums(const float* in, float* out, int /* columns */) {
  int columns = 16;
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int c = 0; c < columns; ++c) sum += in[row * columns + c];
  out[row] = sum;
}

int main() {
  float *in, *out;
  cudaMallocManaged(&in, 4096 * sizeof(float));
  cudaMallocManaged(&out, 4096 * sizeof(float));
  for (int i = 0; i < 4096; ++i) {
    in[i] = (float)(i % 37);
    out[i] = 0;
  }
  rowSums<<<4, 32>>>(in, out, 16);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5);
  printf("%.17g\n", sum);
}
