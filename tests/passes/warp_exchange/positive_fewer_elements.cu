#include <cstdio>

// Threads that have no element ask before they touch one.
__global__ void sum(const int* in, int* out) {
  __shared__ int part[20];
  __shared__ int own[64];
  const int t = threadIdx.x;
  own[t] = in[t];
  if (t < 20) part[t] = in[blockIdx.x * 64 + t];
  __syncthreads();
  for (int s = 32; s > 0; s /= 2) {
    if (t < s) {
      if (t + s < 20) part[t] += part[t + s];
    }
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = part[0];
  out[64 + blockIdx.x * 64 + t] = own[t];
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, 4096 * sizeof(int));
  cudaMallocManaged(&out, 4096 * sizeof(int));
  for (int i = 0; i < 4096; ++i) {
    in[i] = (int)(i * 37 % 101) - 50;
    out[i] = 0;
  }
  sum<<<4, 64>>>(in, out);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5);
  printf("%.17g\n", sum);
}
