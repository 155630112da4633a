// UNKNOWN: block size is not known
static __global__ void kernel(const int *in, int *out) {
  __shared__ int s[64];
  s[threadIdx.x & 63] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x & 63];
}

namespace {
struct Base {
  virtual void start(int threads, const int *in, int *out) = 0;
};
struct Derived : Base {
  void start(int threads, const int *in, int *out) override { kernel<<<1, threads>>>(in, out); }
};
}  // namespace

void launch(const int *in, int *out) {
  Derived derived;
  derived.start(64, in, out);
  Base &base = derived;
  base.start(128, in, out);
}
