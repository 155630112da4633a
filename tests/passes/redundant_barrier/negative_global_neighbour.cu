// REFUSES: stays
__global__ void kernel(const int *in, int *out, int n) {
  int unused = 0;
  int t = threadIdx.x;
  out[t] = in[t];
  __syncthreads();
  out[t + 64] = out[63 - t];
}

void launch(const int *in, int *out) { kernel<<<1, 64>>>(in, out, 4); }
