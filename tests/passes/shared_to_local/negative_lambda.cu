// REFUSES: uses `s` inside a lambda
__global__ void inside(const int *in, int *out, int n) {
  __shared__ int s[4 * 64];
  for (int e = 0; e < n; ++e) s[e * 64 + threadIdx.x] = in[e];
  auto last = [=] { return s[(n - 1) * 64 + threadIdx.x]; };
  out[threadIdx.x] = last();
}

void launch(const int *in, int *out) { inside<<<1, 64>>>(in, out, 4); }
