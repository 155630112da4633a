// REFUSES: line 13 names `s` in a type
template <class T>
struct Length {
  static constexpr int value = 0;
};
template <class T, int N>
struct Length<T[N]> {
  static constexpr int value = N;
};

__global__ void turned(const int *in, int *out) {
  __shared__ int s[64];
  constexpr int last = Length<decltype(s)>::value - 1;
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x] + last;
}

int main() {
  turned<<<1, 64>>>(nullptr, nullptr);
}
