#include <cstdio>

// Rows and columns come of divisions.
__global__ void transpose(const float* in, float* out, unsigned /* width */, unsigned height) {
  unsigned width = 40;
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= width * height) return;
  out[(i % width) * height + i / width] = in[i];
}

int main() {
  float *in, *out;
  cudaMallocManaged(&in, 4096 * sizeof(float));
  cudaMallocManaged(&out, 4096 * sizeof(float));
  for (int i = 0; i < 4096; ++i) {
    in[i] = (float)(i % 37);
    out[i] = 0;
  }
  transpose<<<8, 128>>>(in, out, 40, 25);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5);
  printf("%.17g\n", sum);
}
