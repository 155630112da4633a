#include <cstdio>

// A product of two numbers ends the loop, a quotient of two is what is divided by.
__global__ void areaSums(const float* in, float* out, int width, int height, int parts) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int c = 0; c < width * height; ++c) sum += in[row % (height / parts) + c];
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
  areaSums<<<4, 32>>>(in, out, 8, 4, 2);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5);
  printf("%.17g\n", sum);
}
