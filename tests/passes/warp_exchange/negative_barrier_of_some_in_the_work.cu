// UNKNOWN: is a barrier of another kind
#include <cstdio>

__device__ int last(int value) {
  __syncwarp(__activemask());
  return value;
}

__global__ void sum(const int* in, int* out, int n) {
  __shared__ int part[128];
  int t = threadIdx.x;
  part[t] = in[blockIdx.x * 128 + t];
  for (int s = 64; s > 0; s >>= 1) {
    __syncthreads();
    if (t < s) part[t] += last(part[t + s]);
  }
  if (t == 0) out[blockIdx.x] = part[0];
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, 4096 * sizeof(int));
  cudaMallocManaged(&out, 4096 * sizeof(int));
  for (int i = 0; i < 4096; ++i) {
    in[i] = (int)(i * 37 % 101) - 50;
    out[i] = 0;
  }
  sum<<<4, 128>>>(in, out, 5);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5);
  printf("%.17g\n", sum);
}
