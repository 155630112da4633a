// REFUSES: For block (128,1,1)
__global__ void kernel(const int *in, int *out) {
  __shared__ int s[64];
  s[threadIdx.x & 63] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x & 63];
}

void launch(const int *in, int *out) {
  int threads = 64, rounds = 0;
again:
  kernel<<<1, threads>>>(in, out);
  threads = 128;
  if (rounds++ == 0) goto again;
}
