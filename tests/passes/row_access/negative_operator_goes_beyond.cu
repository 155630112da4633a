// REFUSES: no elements that move on with its counter
// The operator of an element changes the next one, too.
#include <cstdio>

struct Pair {
  int a, b;
  __device__ void operator+=(int more) {
    a += more;
    this[1].b += 1;
  }
};

__global__ void row(Pair* y, const Pair*, int n) {
  for (int k = 0; k < n; ++k) {
    y[k] += k;
  }
}

int main() {
  const int n = 37;
  Pair *x, *y;
  cudaMallocManaged(&x, (n + 8) * sizeof(Pair));
  cudaMallocManaged(&y, (n + 8) * sizeof(Pair));
  for (int i = 0; i < n + 8; ++i) x[i] = y[i] = Pair{i, 2 * i};
  row<<<1, 1>>>(y, x, n);
  cudaDeviceSynchronize();
  for (int i = 0; i < n + 8; ++i) std::printf("%d %d\n", y[i].a, y[i].b);
  return 0;
}
