#include <cstdio>

__global__ void turn(const int* in, int* out) {
  __shared__ int row[32];
  const int t = threadIdx.x;
  for (int k = 0; k < 4; ++k) {
    __syncwarp();
    row[t] = in[(blockIdx.x * 4 + k) * 32 + t];
    __syncwarp();
    out[(blockIdx.x * 4 + k) * 32 + t] = row[31 - t];
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
  turn<<<4, 32>>>(in, out);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5);
  printf("%.17g\n", sum);
}
