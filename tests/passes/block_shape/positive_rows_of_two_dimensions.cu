// SET: threads=64
#include <cstdio>

__global__ void turn(const float* in, float* out) {
  __shared__ float tile[4][4];
  const int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[(blockIdx.y * 4 + y) * 32 + blockIdx.x * 4 + x];
  __syncthreads();
  out[(blockIdx.y * 4 + y) * 32 + blockIdx.x * 4 + x] = tile[x][y];
}

int main() {
  float *in, *out;
  int* count;
  cudaMallocManaged(&in, 4096 * sizeof(float));
  cudaMallocManaged(&out, 4096 * sizeof(float));
  cudaMallocManaged(&count, 4096 * sizeof(int));
  for (int i = 0; i < 4096; ++i) {
    in[i] = (float)(i * 37 % 101) - 50;
    out[i] = 0;
    count[i] = i % 7;
  }
  turn<<<dim3(8, 7), dim3(4, 4)>>>(in, out);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5) + (double)count[i] * (1 + i % 3);
  printf("%.17g\n", sum);
}
