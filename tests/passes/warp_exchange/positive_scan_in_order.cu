#include <cstdio>

__global__ void sums(const int* in, int* out) {
  __shared__ int s[128];
  const int t = threadIdx.x, lane = t % 32;
  s[t] = in[blockIdx.x * 128 + t];
  __syncwarp();
  int x = lane >= 1 ? s[t - 1] : 0;
  __syncwarp();
  s[t] += x;
  __syncwarp();
  x = lane >= 2 ? s[t - 2] : 0;
  __syncwarp();
  s[t] += x;
  __syncwarp();
  x = lane >= 4 ? s[t - 4] : 0;
  __syncwarp();
  s[t] += x;
  __syncwarp();
  out[blockIdx.x * 128 + t] = s[t];
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, 4096 * sizeof(int));
  cudaMallocManaged(&out, 4096 * sizeof(int));
  for (int i = 0; i < 4096; ++i) {
    in[i] = (int)(i * 37 % 101) - 50;
    out[i] = 0;
  }
  sums<<<4, 128>>>(in, out);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5);
  printf("%.17g\n", sum);
}
