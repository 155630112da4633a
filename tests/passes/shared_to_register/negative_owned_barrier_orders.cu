// REFUSES: stays shared
// Each thread goes on with its element behind the barrier, but another one reads it there: written back only at the end of
// the run, it would come too late.
__global__ void mix(const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  s[t] *= 3;
  __syncthreads();
  int own = s[t] * 2;
  int left = s[63 - t];
  out[t] = own + left;
}

void run(const int *in, int *out) { mix<<<1, 64>>>(in, out); }
