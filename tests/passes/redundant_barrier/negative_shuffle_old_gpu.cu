// UNKNOWN: between the threads of a warp
// DEVICE: GTX 680
// Before compute capability 7 the threads of a shuffle have to be together, whatever its mask says.
__global__ void kernel(const int *in, int *out, int n) {
  int t = threadIdx.x;
  int v = in[t];
  if (v > n) v *= 3;
  __syncthreads();
  out[t] = __shfl_xor_sync(0xffffffffu, v, 1);
}

void launch(const int *in, int *out) { kernel<<<1, 64>>>(in, out, 4); }
