#include <cstdio>

// A lambda captures the constant parameter by value: it still does.
__global__ void captured(const int* in, int* out, const int /* n */) {
  int n_passed = 12;
  const int n = n_passed;
  int all = 0;
  const auto at = [=](int i) { return in[i * n]; };
  for (int i = 0; i < n; ++i) all += at(i) + (int)sizeof(at);
  out[threadIdx.x] = all;
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, 4096 * sizeof(int));
  cudaMallocManaged(&out, 4096 * sizeof(int));
  for (int i = 0; i < 4096; ++i) {
    in[i] = i % 37;
    out[i] = 0;
  }
  captured<<<1, 32>>>(in, out, 12);
  cudaDeviceSynchronize();
  long long sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (long long)out[i] * (1 + i % 5);
  printf("%lld\n", sum);
}
