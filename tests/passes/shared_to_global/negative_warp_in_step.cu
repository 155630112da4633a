// REFUSES: threads of `sums` meet without a barrier between
__global__ void sums(const int *in, int *out) {
  __shared__ int s[32];
  s[threadIdx.x] = in[threadIdx.x];
  if (threadIdx.x < 16) s[threadIdx.x] += s[threadIdx.x + 16];
  if (threadIdx.x < 8) s[threadIdx.x] += s[threadIdx.x + 8];
  if (threadIdx.x == 0) out[0] = s[0];
}

void launch(const int *in, int *out) {
  sums<<<1, 32>>>(in, out);
}

int main() { return 0; }
