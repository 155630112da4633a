// UNKNOWN: the program may learn where
__global__ void told(const int *in, int *out, unsigned long long *where) {
  __shared__ int mine[128];
  __shared__ int other[128];
  mine[threadIdx.x] = in[threadIdx.x];
  other[threadIdx.x] = in[threadIdx.x + 128];
  __syncthreads();
  out[threadIdx.x] = mine[threadIdx.x] + other[127 - threadIdx.x];
  if (threadIdx.x == 0) *where = __cvta_generic_to_shared(&other[0]);
}

void launch(const int *in, int *out, unsigned long long *where) { told<<<1, 128>>>(in, out, where); }
