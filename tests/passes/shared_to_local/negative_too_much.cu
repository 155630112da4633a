// REFUSES: a thread would need 24576 bytes
__global__ void large(const int *in, int *out, int n) {
  __shared__ int s[6144][2];
  for (int e = 0; e < n; ++e) s[e][threadIdx.x] = in[e];
  out[threadIdx.x] = s[n - 1][threadIdx.x];
}

void launch(const int *in, int *out) { large<<<1, 2>>>(in, out, 4); }
