// SET: waves=4
__global__ void copy(const int* a, int* b) {
  {  // L2: what the block 8448 further on reads
    const dim3 coming(blockIdx.x + 8448u, blockIdx.y, blockIdx.z);
    if (coming.x < gridDim.x && blockDim.x == 128u && blockDim.y == 1u && blockDim.z == 1u) {
      asm volatile("prefetch.global.L2 [%0];" :: "l"((unsigned long long)a + (unsigned long long)(coming.x * 128u + threadIdx.x) * 4ull));
    }
  }
  b[blockIdx.x * 128 + threadIdx.x] = a[blockIdx.x * 128 + threadIdx.x]; }
void launch() { copy<<<1 << 16, 128>>>(0, 0); }
