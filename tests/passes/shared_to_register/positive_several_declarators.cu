// KEEPS: shared: shared
__global__ void several(const int *in, int *out) {
  __shared__ int first[128], shared[128], last[128];  // three at once
  int t = threadIdx.x;
  first[t] = in[t];
  shared[t] = first[t] * 2;
  last[t] = in[t + 128];
  __syncthreads();
  out[t] = shared[127 - t] + first[t] - last[t];
}

void launch(const int *in, int *out) { several<<<1, 128>>>(in, out); }
