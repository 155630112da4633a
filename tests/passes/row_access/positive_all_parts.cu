struct Pair {
  int first, second;
  __device__ Pair& operator+=(const Pair& other) {
    first += other.first;
    second -= other.second;
    return *this;
  }
  __device__ int sum() const { return first + second; }
};

__global__ void add(const Pair* in, Pair* out, int n) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  int sum = 0;
  for (int k = 0; k < n; ++k) {
    sum += in[row * n + k].sum() + in[k].first;
    const Pair one = {sum, in[k].second};
    out[row * n + k] += one;
  }
}

void launch(const Pair* in, Pair* out, int n) { add<<<4, 32>>>(in, out, n); }
