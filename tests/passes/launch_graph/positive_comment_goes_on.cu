#include <cstdio>

__global__ void step(float* a, int n) {
  int i = threadIdx.x;
  if (i < n) a[i] = a[i] + n;
}

int main() {
  float* d;
  cudaMalloc(&d, 1024);
  cudaMemset(d, 0, 1024);
  for (int i = 0; i < 200; ++i) {
    // the line behind is a part of this \

    step<<<1, 256>>>(d, 256);

    step<<<1, 256>>>(d, 100);
  }
  float h[256];
  cudaMemcpy(h, d, 1024, cudaMemcpyDeviceToHost);
  double s = 0;
  for (int i = 0; i < 256; ++i) s += h[i] * i;
  printf("%.9g\n", s);
}
