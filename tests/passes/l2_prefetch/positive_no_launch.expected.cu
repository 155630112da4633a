__global__ void copy(const float* a, float* b, int n) {
  {  // L2: what the block 132 further on reads
    const dim3 coming(blockIdx.x + 132u, blockIdx.y, blockIdx.z);
    if (coming.x < gridDim.x) {
      if (int(coming.x * blockDim.x + threadIdx.x) < int(unsigned(n))) {
        asm volatile("prefetch.global.L2 [%0];" :: "l"((unsigned long long)a + (unsigned long long)((long long)(int(coming.x * blockDim.x + threadIdx.x))) * 4ull));
      }
    }
  }
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) b[i] = a[i];
}
