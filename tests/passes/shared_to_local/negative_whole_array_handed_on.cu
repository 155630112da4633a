// REFUSES: hands on `s` with the elements of other threads
__device__ int last(const int *all, int n) { return all[(n - 1) * 64 + threadIdx.x]; }
__global__ void handed(const int *in, int *out, int n) {
  __shared__ int s[4 * 64];
  for (int e = 0; e < n; ++e) s[e * 64 + threadIdx.x] = in[e];
  out[threadIdx.x] = last(s, n);
}

void launch(const int *in, int *out) { handed<<<1, 64>>>(in, out, 4); }
