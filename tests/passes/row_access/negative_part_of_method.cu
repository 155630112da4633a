// REFUSES: does not come to all of `out` in each round
struct Pair {
  int first, second;
  __device__ Pair& operator+=(const Pair& other) {
    first += other.first;
    return *this;
  }
};

__global__ void add(Pair* out, int n) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  const Pair one = {row, row};
  for (int k = 0; k < n; ++k) out[row * n + k] += one;
}

void launch(Pair* out, int n) { add<<<4, 32>>>(out, n); }
