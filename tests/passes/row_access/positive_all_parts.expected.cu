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
  for (int k = 0; k < n;) {
    struct alignas(16) { Pair of[8]; } in_row, in_row_2, out_row;
    const Pair* const in_at = &in[row * n + k];
    const Pair* const in_at_2 = &in[k];
    Pair* const out_at = &out[row * n + k];
    const bool whole = static_cast<unsigned>(n) - static_cast<unsigned>(k) >= 8;
    const bool aligned = whole && (reinterpret_cast<unsigned long long>(in_at) | reinterpret_cast<unsigned long long>(in_at_2) | reinterpret_cast<unsigned long long>(out_at)) % 16 == 0;
    if (aligned) {
      in_row = *reinterpret_cast<const decltype(in_row)*>(in_at);
      in_row_2 = *reinterpret_cast<const decltype(in_row_2)*>(in_at_2);
      out_row = *reinterpret_cast<const decltype(out_row)*>(out_at);
    } else {
      #pragma unroll
      for (unsigned round = 0; round < 8 && (whole || round == 0); ++round) {
        in_row.of[round] = in_at[round];
        in_row_2.of[round] = in_at_2[round];
        out_row.of[round] = out_at[round];
      }
    }
    #pragma unroll
    for (unsigned round = 0; round < 8 && (whole || round == 0); ++round, ++k) {
      sum += in_row.of[round].sum() + in_row_2.of[round].first;
      const Pair one = {sum, in_row_2.of[round].second};
      out_row.of[round] += one;
    }
    if (aligned) {
      *reinterpret_cast<decltype(out_row)*>(out_at) = out_row;
    } else {
      #pragma unroll
      for (unsigned round = 0; round < 8 && (whole || round == 0); ++round)
        out_at[round] = out_row.of[round];
    }
  }
}

void launch(const Pair* in, Pair* out, int n) { add<<<4, 32>>>(in, out, n); }
