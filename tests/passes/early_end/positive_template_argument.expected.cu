#include <cstdio>

// The argument of a template is another number behind the first loop: both stay apart.
template <int N> struct Box { static constexpr int value = N; };
__global__ void look(const int *a, int *b, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  bool f = false;
  constexpr int j = 3;
  { for (int k = 0; k < n; ++k) { if (a[k] == Box<j>::value + i) {
    f = true;
    break;
  } }
  constexpr int j = 7;
  for (int k = 0; k < n; ++k) { if (a[k] == 100 + j) {
    f = true;
    break;
  } } }
  b[i] = f;
}

int main() {
  const int n = 40;
  int *a, *b;
  cudaMallocManaged(&a, n * sizeof(int));
  cudaMallocManaged(&b, 64 * sizeof(int));
  for (int i = 0; i < n; ++i) a[i] = (i * 37 + 11) % 61;
  for (int i = 0; i < 64; ++i) b[i] = 0;
  look<<<2, 32>>>(a, b, n);
  cudaDeviceSynchronize();
  
  for (int i = 0; i < 64; ++i) printf("%d ", b[i]);
  return 0;
}
