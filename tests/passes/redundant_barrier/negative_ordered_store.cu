// UNKNOWN: atomic operation at line 7
__device__ int ready[64];

__global__ void kernel(const int *in, int *out, int n) {
  out[blockIdx.x * 64 + threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0) __scoped_atomic_store_n(&ready[blockIdx.x], 1, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
}

void launch(const int *in, int *out) { kernel<<<4, 64>>>(in, out, 4); }
