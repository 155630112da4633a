__global__ void flags(const unsigned char *in, unsigned char *out) {
  unsigned char seen;
  seen = in[threadIdx.x] > 7;
  __syncthreads();
  out[threadIdx.x] = seen;
}

void launch(const unsigned char *in, unsigned char *out) { flags<<<1, 256>>>(in, out); }
