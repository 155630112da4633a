#include <cstdio>

// Another variable of that name stands in an inner block, and a lambda captures the constant.
__global__ void shadow(const int* in, int* out, int /* n */) {
  int n = 13;
  int all = 0;
  for (int i = 0; i < n; ++i) {
    const auto at = [&](int k) { return in[k * n + i]; };
    all += at(threadIdx.x);
  }
  {
    int n = all % 7;
    all += n;
  }
  out[threadIdx.x] = all * sizeof(n);
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, 4096 * sizeof(int));
  cudaMallocManaged(&out, 4096 * sizeof(int));
  for (int i = 0; i < 4096; ++i) {
    in[i] = (int)(i % 37);
    out[i] = 0;
  }
  shadow<<<1, 32>>>(in, out, 13);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5);
  printf("%.17g\n", sum);
}
