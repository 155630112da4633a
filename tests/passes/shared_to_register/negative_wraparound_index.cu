// REFUSES: s
__global__ void wraps(const int *in, int *out) {
  __shared__ int s[256];
  unsigned char at = (unsigned char)(2 * threadIdx.x);
  s[at] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[at];
}

void launch(const int *in, int *out) { wraps<<<1, 256>>>(in, out); }
