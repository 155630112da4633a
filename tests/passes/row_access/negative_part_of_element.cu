// REFUSES: does not come to all of `in` in each round
// What lies behind the last `first` may be another's memory.
struct Pair {
  float first, second;
};

__global__ void sums(const Pair* in, float* out, int n) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += in[row * n + k].first;
  out[row] = sum;
}

void launch(const Pair* in, float* out, int n) { sums<<<4, 32>>>(in, out, n); }
