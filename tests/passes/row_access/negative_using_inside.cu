// REFUSES: declares more than variables
// The row's place would be named in front of what the loop's body means by `shift`.
constexpr int shift = 1;
namespace wide {
constexpr int shift = 3;
}

__global__ void row(int* y, const int* x, int n) {
  for (int k = 0; k < n; ++k) {
    using wide::shift;
    y[threadIdx.x * 64 + shift + k] = 2 * x[threadIdx.x * 64 + shift + k];
  }
}

void start(int* y, int* x, int n) { row<<<1, 8>>>(y, x, n); }
