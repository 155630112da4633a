#include <cstdio>

#define WAIT __syncthreads()

__global__ void turn(const int* in, int* out, int n) {
  __shared__ int tile[3][8];
  int i = blockIdx.x * 24 + threadIdx.y * 8 + threadIdx.x;
  if (i >= n) return;
  tile[threadIdx.y][threadIdx.x] = in[i];
  __syncwarp();
  int turned = tile[2 - threadIdx.y][7 - threadIdx.x];
  WAIT;
  tile[threadIdx.y][threadIdx.x] = turned;
  __syncwarp();  // for all
  out[i] = tile[threadIdx.y][7 - threadIdx.x];
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, 4096 * sizeof(int));
  cudaMallocManaged(&out, 4096 * sizeof(int));
  for (int i = 0; i < 4096; ++i) {
    in[i] = (int)(i * 37 % 101) - 50;
    out[i] = 0;
  }
  turn<<<4, dim3(8, 3)>>>(in, out, 96);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5);
  printf("%.17g\n", sum);
}
