// REFUSES: would need the slot as a number
__global__ void kernel(const int *in, int *out) {
  __shared__ int s[3 * 64];
  int t = threadIdx.x;
  for (int i = 0; i < 3; ++i) s[i * 64 + t] = in[t] + i;
  for (int i = 0; i < 3; ++i) {
    int at = i * 64 + t;
    {
      int i = 5;
      out[t] += s[at] * i;
    }
  }
}

void launch(const int *in, int *out) { kernel<<<1, 64>>>(in, out); }
