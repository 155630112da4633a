#include <cstdio>

__global__ void both(const int* in, int* out) {
  __shared__ int all[512];
  const int t = threadIdx.x;
  int* own = all + (t & 1) * 256;
  own[t] = in[blockIdx.x * 256 + t];
  own[t ^ 1] = 3;
  __syncthreads();
  for (int s = 128; s > 0; s >>= 1) {
    if (t < s) own[t] += own[t + s];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = all[0] + all[257];
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
