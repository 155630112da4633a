#include <cstdio>

__global__ void both(const int* in, int* out) {
  extern __shared__ int all[];
  int* sums = all;
  int* most = all + blockDim.x;
  int t = threadIdx.x;
  sums[t] = most[t] = in[blockIdx.x * 128 + t];
  __syncthreads();
  for (int s = blockDim.x / 2; s > 0; s >>= 1) {
    if (s <= 32) {
      if (t < 32) {
        for (; s > 0; s /= 2) {
          if (t < s) {
            sums[t] += sums[t + s];
            most[t] = max(most[t], most[t + s]);
          }
          __syncwarp();
        }
      }
      __syncthreads();
      break;
    }
    if (t < s) {
      sums[t] += sums[t + s];
      most[t] = max(most[t], most[t + s]);
    }
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = sums[0] - most[0];
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, 4096 * sizeof(int));
  cudaMallocManaged(&out, 4096 * sizeof(int));
  for (int i = 0; i < 4096; ++i) {
    in[i] = (int)(i * 37 % 101) - 50;
    out[i] = 0;
  }
  both<<<4, 128, 1024>>>(in, out);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5);
  printf("%.17g\n", sum);
}
