#include <cstdio>

__global__ void mix(unsigned char* out, const unsigned char* one, const unsigned char* other, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = one[i] ^ other[i];
}

int main() {
  unsigned char *a, *b, *c;
  cudaMallocManaged(&a, 4096 * sizeof(unsigned char));
  cudaMallocManaged(&b, 4096 * sizeof(unsigned char));
  cudaMallocManaged(&c, 4096 * sizeof(unsigned char));
  for (int i = 0; i < 4096; ++i) {
    a[i] = (unsigned char)(i * 37 % 101);
    b[i] = (unsigned char)(i * 53 % 97);
    c[i] = (unsigned char)(i % 7);
  }
  mix<<<13, 128>>>(a, b, c, 1601);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)a[i] * (1 + i % 5) + (double)b[i] * (1 + i % 3) + (double)c[i] * (i % 11);
  printf("%.17g\n", sum);
}
