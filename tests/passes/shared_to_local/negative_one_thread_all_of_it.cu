// REFUSES: every thread would need all of `list`
__global__ void leader(const int *in, int *out, int n) {
  __shared__ int list[128];
  if (threadIdx.x == 0) {
    for (int i = 0; i < n; ++i) list[i] = in[i];
    int sum = 0;
    for (int i = n - 1; i >= 0; --i) sum = sum * 2 + list[i];
    out[blockIdx.x] = sum;
  }
}

void launch(const int *in, int *out) { leader<<<1, 64>>>(in, out, 100); }
