// SET: threads=64
#include <cstdio>

// Of the dimensions with several threads the last is halved: warps stay what they are.
__global__ void fill(float* out) {
  int z = blockIdx.z * blockDim.z + threadIdx.z;
  out[(z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x] = (float)(z * gridDim.z);
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
  fill<<<dim3(1, 1, 5), dim3(8, 4, 4)>>>(out);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5) + (double)count[i] * (1 + i % 3);
  printf("%.17g\n", sum);
}
