// UNKNOWN: atomic operation at line 6
__device__ int ready[64];

__global__ void kernel(const int *in, int *out, int n) {
  if (threadIdx.x == 0) {
    while (__scoped_atomic_load_n(&ready[blockIdx.x], __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE) == 0) {
    }
  }
  __syncthreads();
  out[blockIdx.x * 64 + threadIdx.x] = in[threadIdx.x];
}

void launch(const int *in, int *out) { kernel<<<4, 64>>>(in, out, 4); }
