// REFUSES: inside the macro `OWN`
#define OWN(e) s[(e) * 64 + threadIdx.x]
__global__ void spelled(const int *in, int *out, int n) {
  __shared__ int s[4 * 64];
  for (int e = 0; e < n; ++e) OWN(e) = in[e];
  out[threadIdx.x] = OWN(n - 1);
}

void launch(const int *in, int *out) { spelled<<<1, 64>>>(in, out, 4); }
