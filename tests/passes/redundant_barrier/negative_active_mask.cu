// UNKNOWN: between the threads of a warp
// Threads that left the branch apart are together behind the barrier: the mask tells.
__global__ void together(const unsigned* in, unsigned* out) {
  unsigned t = threadIdx.x, v = in[t];
  if (v & 1) v *= 3;
  __syncthreads();
  out[t] = v + __activemask();
}
int main() { together<<<1, 64>>>(0, 0); }
