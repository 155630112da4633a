// REFUSES: not every thread may have an element
__global__ void sums(const int* in, int* out) {
  __shared__ volatile int s[24];
  const int t = threadIdx.x;
  if (t < 24) s[t] = in[t];
  if (t < 16) s[t] += s[t + 8];
  if (t < 8) s[t] += s[t + 4];
  if (t < 4) s[t] += s[t + 2];
  if (t == 0) out[blockIdx.x] = s[0];
}

void launch(const int* in, int* out) {
  sums<<<4, 32>>>(in, out);
}
