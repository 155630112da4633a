// REFUSES: declares `at` in the head of a loop around a barrier, under a name that means something else outside of it
#include <cstdio>

__global__ void rounds(const float* in, float* out, int width) {
  __shared__ float s[32];
  float sum = 0;
  for (int i = 0, at = 32 * blockIdx.x; i < 3; ++i, at += width) {
    s[threadIdx.x] = in[at + threadIdx.x];
    __syncthreads();
    sum += s[31 - threadIdx.x];
    __syncthreads();
  }
  for (int at = 0; at < 2; ++at) sum += in[at];
  out[32 * blockIdx.x + threadIdx.x] = sum;
}

static float number(int i) { return (float)((i * 37 + 11) % 101) * 0.25f - 9.0f; }

int main() {
  const int n = 1024;
  float* in = nullptr;
  float* out = nullptr;
  cudaMallocManaged(&in, n * sizeof(float));
  cudaMallocManaged(&out, n * sizeof(float));
  for (int i = 0; i < n; ++i) {
    in[i] = (float)number(i);
    out[i] = 0;
  }
  rounds<<<5, 32>>>(in, out, 160);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %g\n", i, (double)out[i]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
