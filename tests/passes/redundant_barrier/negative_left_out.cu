// UNKNOWN: Line 9 of negative_left_out.cu is left out here
// Other flags let the threads read what others have written.
__global__ void kernel(const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
#ifdef NEIGHBOUR
  out[t] = s[t ^ 1];
#else
  out[t] = s[t];
#endif
}

void launch(const int *in, int *out) { kernel<<<1, 64>>>(in, out); }
