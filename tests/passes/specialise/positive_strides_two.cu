#include <cstdio>

// Two subscripts that `width` strides: nothing is to be had by that.
__global__ void turn(int* out, const int* in, int width, int rounds) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  int value = in[x * width + y];
  for (int i = 0; i < rounds; ++i) value = value * 3 + i;
  out[y * width + x] = value;
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, 4096 * sizeof(int));
  cudaMallocManaged(&out, 4096 * sizeof(int));
  for (int i = 0; i < 4096; ++i) {
    in[i] = i % 37;
    out[i] = 0;
  }
  turn<<<dim3(4, 4), dim3(16, 16)>>>(out, in, 64, 3);
  cudaDeviceSynchronize();
  int sum = 0;
  for (int i = 0; i < 4096; ++i) sum += out[i] * (i % 11);
  printf("%d\n", sum);
}
