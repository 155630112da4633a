// What gets a sign begins anew behind 2^31 - 1, where the counter goes on: then rounds are made one by one.
#include <cstdio>

__global__ void row(int* y, const int* x, unsigned begin, unsigned n) {
  int sum = 0;
  for (unsigned k = 0; k < n; ++k) {
    sum += x[(int)(begin + k)];
  }
  y[0] = sum;
  for (unsigned k = 0; k < n; k += 3) {
    y[(int)k + 1] = x[k];
  }
}

int main() {
  const int n = 37;
  int *x, *y;
  cudaMallocManaged(&x, (n + 64) * sizeof(int));
  cudaMallocManaged(&y, (n + 64) * sizeof(int));
  for (int i = 0; i < n + 64; ++i) {
    x[i] = (int)(i * 7 % 23);
    y[i] = (int)(i % 5);
  }
  row<<<1, 1>>>(y, x + 12, 4294967284u, n);
  cudaDeviceSynchronize();
  for (int i = 0; i < n + 64; ++i) std::printf("%d %d\n", x[i], y[i]);
  return 0;
}
