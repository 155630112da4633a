// SET: threads=128
// SET: threads=512
#include <cstdio>

#define ROW (blockIdx.y * blockDim.y + threadIdx.y)

// Rows of 16 threads, sixteen of them: there may be more or fewer in a block. Along x nothing changes.
__global__ void turn(const float* in, float* out) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  out[y * 32 + x] = in[x * 96 + ROW] + (float)(gridDim.y - blockDim.y);
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
  dim3 block(16, 16);
  turn<<<dim3(2, 6), block>>>(in, out);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5) + (double)count[i] * (1 + i % 3);
  printf("%.17g\n", sum);
}
