// UNKNOWN: Whether products and sums would be rounded as before is not known
#include <cstdio>

__global__ void sum(const float* in, float* out) {
  __shared__ float part[128];
  const int t = threadIdx.x;
  part[t] = in[blockIdx.x * 128 + t];
  for (int s = 64; s > 0; s >>= 1) {
    __syncthreads();
    if (t < s) part[t] = 0.3f * (part[t] + part[t + s]);
  }
  if (t == 0) out[blockIdx.x] = part[0];
}

int main() {
  float *in, *out;
  cudaMallocManaged(&in, 4096 * sizeof(float));
  cudaMallocManaged(&out, 4096 * sizeof(float));
  for (int i = 0; i < 4096; ++i) {
    in[i] = (float)(i * 37 % 101) - 50;
    out[i] = 0;
  }
  sum<<<4, 128>>>(in, out);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5);
  printf("%.17g\n", sum);
}
