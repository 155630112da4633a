// SET: threads=32
// SET: threads=256
#include <cstdio>

// Blocks stand in two rows: along y nothing changes.
__global__ void copy(const float* in, float* out, int width) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  out[blockIdx.y * width + x] = in[blockIdx.y * width + x] + (float)gridDim.y + (float)threadIdx.y;
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
  copy<<<dim3(4, 2), dim3(64)>>>(in, out, 256);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5) + (double)count[i] * (1 + i % 3);
  printf("%.17g\n", sum);
}
