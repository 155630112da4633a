// REFUSES: No loop loads what one before it has loaded
// A place that may be written to is set by the template, and not by a copy.
struct Number {
  float value;
  Number() = default;
  Number(const Number&) = default;
  Number& operator=(const Number&) = default;
  template <class Other>
  __device__ Number& operator=(Other&& other) {
    value = 2 * other.value;
    return *this;
  }
};

__global__ void norm(Number* in, float* out, int n) {
  float sum = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    const Number one = in[i];
    sum += one.value;
  }
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    const Number one = in[i];
    out[i] = one.value - sum;
  }
}

void launch(Number* in, float* out, int n) { norm<<<1, 128>>>(in, out, n); }
