#include <cstdio>

// Two launches pass the same number by different names, and the third one by its text.
__global__ void blur(const float* in, float* out, int /* radius */, float scale) {
  int radius = 4;
  int i = blockIdx.x * blockDim.x + threadIdx.x + 8;
  float sum = 0;
  for (int d = -radius; d <= radius; ++d) sum += in[i + d];
  out[i] = sum * scale;
}
#define RADIUS 4

int main() {
  float *in, *out;
  cudaMallocManaged(&in, 4096 * sizeof(float));
  cudaMallocManaged(&out, 4096 * sizeof(float));
  for (int i = 0; i < 4096; ++i) {
    in[i] = (float)(i % 37);
    out[i] = 0;
  }
  enum { four = 4 };
  blur<<<1, 64>>>(in, out, RADIUS, 0.5f);
  blur<<<1, 64>>>(in, out, four, 2.0f);
  blur<<<1, 64>>>(in, out, 4, 3.0f);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5);
  printf("%.17g\n", sum);
}
