#include <cstdio>

// The product is stored, and never added to anything.
__global__ void scaleRows(const float* in, float* out, float factor, int /* width */) {
  int width = 10;
  for (int c = 0; c < width; ++c) out[threadIdx.x * width + c] = in[threadIdx.x * width + c] * factor;
}

int main() {
  float *in, *out;
  cudaMallocManaged(&in, 4096 * sizeof(float));
  cudaMallocManaged(&out, 4096 * sizeof(float));
  for (int i = 0; i < 4096; ++i) {
    in[i] = (float)(i % 37);
    out[i] = 0;
  }
  scaleRows<<<1, 64>>>(in, out, 1.7f, 10);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5);
  printf("%.17g\n", sum);
}
