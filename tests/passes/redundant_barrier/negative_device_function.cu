// REFUSES: no statement of its own in the kernel
__device__ void wait() { __syncthreads(); }

__global__ void kernel(const int *in, int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = in[threadIdx.x];
  wait();
  out[threadIdx.x] = s[threadIdx.x];
}

void launch(const int *in, int *out) { kernel<<<1, 64>>>(in, out); }
