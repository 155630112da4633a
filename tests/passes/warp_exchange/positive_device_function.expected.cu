#include <cstdio>

__device__ void take(int* own, int other) {
  if (other < *own) *own = other;
}

__global__ void least(const int* in, int* out) {
  __shared__ int part[256];
  const int t = threadIdx.x;
  part[t] = in[blockIdx.x * 256 + t];
  for (int s = 128; s > 0; s /= 2) {
    __syncthreads();
    if (s <= 32) {
      if (t < 32) {
        for (; s > 0; s /= 2) {
          if (t < s) take(&part[t], part[t + s]);
          __syncwarp();
        }
      }
      __syncthreads();
      break;
    }
    if (t < s) take(&part[t], part[t + s]);
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
  least<<<4, 256>>>(in, out);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5);
  printf("%.17g\n", sum);
}
