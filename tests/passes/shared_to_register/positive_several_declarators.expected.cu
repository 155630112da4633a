// KEEPS: shared: shared
__global__ void several(const int *in, int *out) {
  __shared__ int shared[128];  // three at once
  int last;
  int first;
  int t = threadIdx.x;
  first = in[t];
  shared[t] = first * 2;
  last = in[t + 128];
  __syncthreads();
  out[t] = shared[127 - t] + first - last;
}

void launch(const int *in, int *out) { several<<<1, 128>>>(in, out); }
