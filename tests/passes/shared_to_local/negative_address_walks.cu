// REFUSES: line 8 takes an address in `s` that may be used for more than one element
__device__ int sum(const int *p, int n) {
  int all = 0;
  for (int e = 0; e < n; ++e) all += p[e * 64];
  return all;
}
__global__ void walked(const int *in, int *out, int n) {
  __shared__ int s[4 * 64];  for (int e = 0; e < n; ++e) s[e * 64 + threadIdx.x] = in[e]; out[threadIdx.x] = sum(&s[threadIdx.x], n);
}

void launch(const int *in, int *out) { walked<<<1, 64>>>(in, out, 4); }
