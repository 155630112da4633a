// REFUSES: mentions of `s` name the thread
// Each thread has four elements, by a division it has others.
__global__ void mixed(const int *in, int *out, int n) {
  __shared__ int s[4 * 64];
  if (threadIdx.x != 0) return;
  for (int e = 0; e < n; ++e) s[e * 64 + threadIdx.x] = in[e];
  out[0] = s[n];
}

void launch(const int *in, int *out) { mixed<<<1, 64>>>(in, out, 4); }
