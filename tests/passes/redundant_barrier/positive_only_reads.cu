__global__ void kernel(const int *in, int *out, int n) {
  int unused = 0;
  int t = threadIdx.x;
  int sum = in[63 - t];
  __syncthreads();
  sum += in[t];
  out[t + 64 * n] = sum;
}

void launch(const int *in, int *out) { kernel<<<1, 64>>>(in, out, 4); }
