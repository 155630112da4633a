// REFUSES: registers can hold it
__global__ void unrolled(const int *in, int *out) {
  __shared__ int s[4 * 64];
  for (int e = 0; e < 4; ++e) s[e * 64 + threadIdx.x] = in[e];
  int sum = 0;
  for (int e = 0; e < 4; ++e) sum += s[e * 64 + threadIdx.x];
  out[threadIdx.x] = sum;
}

void launch(const int *in, int *out) { unrolled<<<1, 64>>>(in, out); }
