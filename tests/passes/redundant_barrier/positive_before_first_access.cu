__global__ void kernel(const int *in, int *out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  __syncthreads();  // all are here
  s[t] = in[t];
  __syncthreads();
  out[t] = s[(t + 1) % 64];
}

void launch(const int *in, int *out) { kernel<<<1, 64>>>(in, out, 4); }
