#include <cstdio>

__global__ void steps(float* out, const float* in, int begin, int end) {
  const int tid = blockIdx.x * blockDim.x + threadIdx.x;
  const int last = end - begin;
  // Nothing is left for these.
  if (tid >= last) {
    return;
  }

  // The work.
  const float x = in[tid];
  const float y = x * x;
  out[tid] = y > 100 ? 100 : y;
}

int main() {
  float *a, *b, *c;
  cudaMallocManaged(&a, 4096 * sizeof(float));
  cudaMallocManaged(&b, 4096 * sizeof(float));
  cudaMallocManaged(&c, 4096 * sizeof(float));
  for (int i = 0; i < 4096; ++i) {
    a[i] = (float)(i * 37 % 101);
    b[i] = (float)(i * 53 % 97);
    c[i] = (float)(i % 7);
  }
  steps<<<5, 96>>>(a, b, 3, 470);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)a[i] * (1 + i % 5) + (double)b[i] * (1 + i % 3) + (double)c[i] * (i % 11);
  printf("%.17g\n", sum);
}
