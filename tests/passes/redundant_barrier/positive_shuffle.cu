// A shuffle with a mask waits for the threads that it names.
__global__ void kernel(const int *in, int *out, int n) {
  int t = threadIdx.x;
  int v = in[t];
  if (v > n) v *= 3;
  __syncthreads();
  v += __shfl_xor_sync(0xffffffffu, v, 1);
  out[t] = __any_sync(0xffffffffu, v == n) ? v : 0;
}

void launch(const int *in, int *out) { kernel<<<1, 64>>>(in, out, 4); }
