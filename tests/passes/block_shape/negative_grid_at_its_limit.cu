// REFUSES: neither halved nor joined
#include <cstdio>

// Along y there cannot be twice as many blocks; more threads than 512 are not allowed.
__global__ void __launch_bounds__(512) fill(float* out) {
  if (blockIdx.y == 0) out[threadIdx.y * blockDim.x + threadIdx.x] = (float)threadIdx.y;
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
  fill<<<dim3(1, 40000), dim3(32, 16)>>>(out);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5) + (double)count[i] * (1 + i % 3);
  printf("%.17g\n", sum);
}
