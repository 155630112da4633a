__global__ void kernel(const int *in, int *out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t < 32) s[t] = in[t];
  __syncthreads();
  if (t >= 32) s[t] = in[t];
  __syncthreads();
  out[t] = s[63 - t];
}

void launch(const int *in, int *out) { kernel<<<1, 64>>>(in, out, 4); }
