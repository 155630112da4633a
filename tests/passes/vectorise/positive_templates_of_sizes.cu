#include <cstdio>

template <typename T>
__global__ void minus(T* out, const T* in, const int* shift, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] > 3 ? -in[i] : T(shift[i]);
}

template <typename T>
__global__ void plus(T* out, const T* in) {
  for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < 1021; i += gridDim.x * blockDim.x) out[i] += in[i];
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
  minus<<<4, 256>>>(a, b, (int*)c, 1021);
  minus<<<4, 256>>>((double*)b, (double*)a, (int*)c, 901);
  minus<<<4, 256>>>((short*)c + 1, (short*)a, (int*)b, 1021);
  plus<<<4, 32>>>((short*)a, (short*)b);
  plus<<<1, 96>>>((unsigned char*)b + 4, (unsigned char*)c);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)a[i] * (1 + i % 5) + (double)b[i] * (1 + i % 3) + (double)c[i] * (i % 11);
  printf("%.17g\n", sum);
}
