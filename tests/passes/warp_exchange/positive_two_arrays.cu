#include <cstdio>

__global__ void both(const int* in, int* out) {
  __shared__ int sums[256], most[256];
  const int t = threadIdx.x;
  sums[t] = most[t] = in[blockIdx.x * 256 + t];
  for (int s = 128; s > 0; s >>= 1) {
    __syncthreads();
    if (t < s) {
      sums[t] += sums[t + s];
      // the larger of two
      most[t] = most[t] < most[t + s] ? most[t + s] : most[t];
    }
  }
  if (t == 0) {
    out[2 * blockIdx.x] = sums[0];
    out[2 * blockIdx.x + 1] = most[0];
  }
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, 4096 * sizeof(int));
  cudaMallocManaged(&out, 4096 * sizeof(int));
  for (int i = 0; i < 4096; ++i) {
    in[i] = (int)(i * 37 % 101) - 50;
    out[i] = 0;
  }
  both<<<4, 256>>>(in, out);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5);
  printf("%.17g\n", sum);
}
