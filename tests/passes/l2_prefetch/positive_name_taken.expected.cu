__global__ void copy(const float* coming, float* b) {
  {  // L2: what the block 2112 further on reads
    const dim3 coming_2(blockIdx.x + 2112u, blockIdx.y, blockIdx.z);
    if (coming_2.x < gridDim.x && blockDim.x == 128u && blockDim.y == 1u && blockDim.z == 1u) {
      asm volatile("prefetch.global.L2 [%0];" :: "l"((unsigned long long)coming + (unsigned long long)(coming_2.x * 128u + threadIdx.x) * 4ull));
    }
  }
  b[blockIdx.x * 128 + threadIdx.x] = coming[blockIdx.x * 128 + threadIdx.x]; }
void launch() { copy<<<1 << 16, 128>>>(0, 0); }
