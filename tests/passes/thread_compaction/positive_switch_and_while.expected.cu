// SET: c_factor=2 dimension=x assignment=blocked
#include <cstdio>

__global__ void cases(const int* in, int* out) {
  #pragma unroll
  for (int m = 0; m < 2; ++m) {
    int t = threadIdx.x * 2 + m;
    int steps = 0;
    int value = in[t];
    while (value > 1 && steps < 20) {
      if (value % 5 == 0) break;
      value = value % 2 == 0 ? value / 2 : 3 * value + 1;
      ++steps;
    }
    switch (value % 3) {
      case 0: steps += 100; break;
      case 1:
        if (steps > 4) continue;
        steps += 10;
      default: steps += 1;
    }
    out[t] = steps;
  }
}

static float number(int i) { return (float)((i * 37 + 11) % 101) * 0.25f - 9.0f; }

int main() {
  const int n = 64;
  int* in = nullptr;
  int* out = nullptr;
  cudaMallocManaged(&in, n * sizeof(int));
  cudaMallocManaged(&out, n * sizeof(int));
  for (int i = 0; i < n; ++i) {
    in[i] = (int)number(i);
    out[i] = 0;
  }
  cases<<<1, 64 / 2>>>(in, out);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %g\n", i, (double)out[i]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
