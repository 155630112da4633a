// UNKNOWN: between the threads of a warp
__global__ void kernel(const int *in, int *out) {
  int t = threadIdx.x, v = in[t], w;
  __syncthreads();
  asm("shfl.sync.bfly.b32 %0, %1, 1, 31, -1;" : "=r"(w) : "r"(v));
  out[t] = w;
}

void launch(const int *in, int *out) { kernel<<<1, 64>>>(in, out); }
