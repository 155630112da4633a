// REFUSES: Barrier at line 7 stays
// What is likely changes nothing of when it runs.
__global__ void kernel(const int *in, int *out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  if (__builtin_expect(t < n, 1))
    out[t] = s[63 - t];
  else if (__builtin_expect(t == n, 0))
    out[t] = 0;
}

void launch(const int *in, int *out) { kernel<<<1, 64>>>(in, out, 4); }
