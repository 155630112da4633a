__global__ void histogram(const unsigned* keys, unsigned* bins) {
  {  // L2: what the block 1056 further on reads
    const dim3 coming(blockIdx.x + 1056u, blockIdx.y, blockIdx.z);
    if (coming.x < gridDim.x && blockDim.x == 256u && blockDim.y == 1u && blockDim.z == 1u) {
      asm volatile("prefetch.global.L2 [%0];" :: "l"((unsigned long long)keys + (unsigned long long)(coming.x * 256u + threadIdx.x) * 4ull));
    }
  }
  atomicAdd(&bins[keys[blockIdx.x * 256 + threadIdx.x] % 64], 1); }
void launch() { histogram<<<1 << 16, 256>>>(0, 0); }
