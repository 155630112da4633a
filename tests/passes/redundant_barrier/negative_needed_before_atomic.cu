// REFUSES: line 11 may read
// That the atomic may tell other blocks something leaves unknown what may go, not what has to stay.
__global__ void histogram(const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  // The neighbour's element is read behind it.
  __syncthreads();
  if (t < 63) {

    atomicAdd(&out[t], s[t + 1]);
  }
}

void launch(const int *in, int *out) { histogram<<<1, 64>>>(in, out); }
