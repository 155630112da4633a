// In front of the loop, the constant of that name is another one.
#include <cstdio>

__global__ void pick(const int* a, int* out, int n) {
  const int c = 5;
  for (int k = 0; k < n; ++k) {
    const int c = 2;
    out[k] = a[c] + a[n];
  }
  out[n] = c;
}

int main() {
  int *a, *out, host[8];
  cudaMalloc(&a, 8 * sizeof(int));
  cudaMalloc(&out, 8 * sizeof(int));
  for (int i = 0; i < 8; ++i) host[i] = i * i;
  cudaMemcpy(a, host, sizeof(host), cudaMemcpyHostToDevice);
  pick<<<1, 1>>>(a, out, 7);
  cudaMemcpy(host, out, sizeof(host), cudaMemcpyDeviceToHost);
  for (int value : host) printf("%d\n", value);
  cudaFree(a);
  cudaFree(out);
}
