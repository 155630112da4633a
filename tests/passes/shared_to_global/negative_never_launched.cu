// REFUSES: no launch of `turned` is in this file
static __global__ void turned(const int *in, int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x];
}

int main() { return 0; }
