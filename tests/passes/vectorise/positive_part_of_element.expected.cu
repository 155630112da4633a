// What lies behind the last `first` may be another's memory: that is loaded one by one.
struct Pair {
  float first, second;
};

__global__ void pick(const Pair* in, const Pair* other, float* out, int n, unsigned grid_x) {
  // 4 neighbours, whose elements are moved as vectors where all of them work
  const unsigned long long first_2 = (1ULL * blockIdx.x * blockDim.x + threadIdx.x) * 4;
  const unsigned long long threads = 1ULL * grid_x * blockDim.x;
  struct alignas(16) { float of[4]; } out_i;
  struct alignas(16) { Pair of[4]; } other_i;
  float* out_i_at = nullptr;
  const Pair* other_i_at = nullptr;
  bool whole = first_2 + 4 <= threads;
  #pragma unroll
  for (unsigned m = 0; m < 4; ++m) {
    const int i = static_cast<unsigned int>(first_2 + m);
    if (!(i < n)) {
      whole = false;
      break;
    }
    if (m == 0) {
      out_i_at = &out[i];
      other_i_at = &other[i];
    }
  }
  whole = whole && reinterpret_cast<unsigned long long>(out_i_at) % 16 == 0;
  whole = whole && reinterpret_cast<unsigned long long>(other_i_at) % 16 == 0;
  if (whole) {
    other_i = *reinterpret_cast<const decltype(other_i)*>(other_i_at);
  }
  #pragma unroll
  for (unsigned m = 0; m < 4; ++m) {
    if (!whole && first_2 + m >= threads) break;
    const int i = static_cast<unsigned int>(first_2 + m);
    if (i < n) {
      if (!whole) other_i.of[m] = other[i];
      out_i.of[m] = fmaxf(in[i].first, fmaxf(other_i.of[m].first, other_i.of[m].second));
      if (!whole) out[i] = out_i.of[m];
    }
  }
  if (whole) {
    *reinterpret_cast<decltype(out_i)*>(out_i_at) = out_i;
  }
}

void launch(const Pair* in, const Pair* other, float* out, int n) { pick<<<(4 + 3) / 4, 256>>>(in, other, out, n, 4); }
