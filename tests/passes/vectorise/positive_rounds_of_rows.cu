#include <cstdio>

// Each row of blocks has rounds of its own.
__global__ void rows(short* out, const short* in, int columns, int pitch) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < columns; i += gridDim.x * blockDim.x) {
    short best = in[i + (int)blockIdx.y * pitch];
    for (int k = 0; k < 3; ++k) {
      if (k == 2) continue;
      best = in[(i + k * 5) % columns] > best ? in[(i + k * 5) % columns] : best;
    }
    out[i + (int)blockIdx.y * pitch] = best;
  }
}

int main() {
  float *a, *b, *c;
  cudaMallocManaged(&a, 4096 * sizeof(float));
  cudaMallocManaged(&b, 4096 * sizeof(float));
  cudaMallocManaged(&c, 4096 * sizeof(float));
  for (int i = 0; i < 4096; ++i) {
    a[i] = (float)(i * 37 % 101);
    b[i] = (float)(i * 53 % 97);
    c[i] = (float)(i % 7);
  }
  rows<<<dim3(3, 4), 64>>>((short*)a, (short*)b, 1001, 1024);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)a[i] * (1 + i % 5) + (double)b[i] * (1 + i % 3) + (double)c[i] * (i % 11);
  printf("%.17g\n", sum);
}
