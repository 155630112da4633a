// REFUSES: left
__global__ void neighbour(const int *in, int *out) {
  __shared__ int left[128];
  left[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = threadIdx.x > 0 ? left[threadIdx.x - 1] : 0;
}

void launch(const int *in, int *out) { neighbour<<<1, 128>>>(in, out); }
