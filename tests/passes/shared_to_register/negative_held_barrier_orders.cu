// REFUSES: stays shared
// Without loops a stretch is only of use across the barrier, and across it another thread reads what is written before.
__global__ void mix(const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x, left;
  s[t] = in[t];
  s[t] *= 3;
  __syncthreads();
  left = s[63 - t];
  __syncthreads();
  s[t] += left;
  s[t] ^= 5;
  __syncthreads();
  out[t] = s[63 - t];
}

void run(const int *in, int *out) { mix<<<1, 64>>>(in, out); }
