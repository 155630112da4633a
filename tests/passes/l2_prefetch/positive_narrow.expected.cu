__global__ void table(const float* a, float* b) {
  {  // L2: what the block 4224 further on reads
    const dim3 coming(blockIdx.x + 4224u, blockIdx.y, blockIdx.z);
    if (coming.x < gridDim.x && blockDim.x == 64u && blockDim.y == 1u && blockDim.z == 1u) {
      asm volatile("prefetch.global.L2 [%0];" :: "l"((unsigned long long)a + (unsigned long long)((unsigned char)(coming.x * 64u + threadIdx.x)) * 4ull));
      asm volatile("prefetch.global.L2 [%0];" :: "l"((unsigned long long)a + (unsigned long long)((long long)(int(unsigned(int((short)((unsigned short)((coming.x * 64u + threadIdx.x) * 3u)))) + 40000u))) * 4ull));
    }
  }
  unsigned char low = blockIdx.x * 64 + threadIdx.x;
  short wide = (blockIdx.x * 64 + threadIdx.x) * 3;
  b[blockIdx.x * 64 + threadIdx.x] = a[low] + a[wide + 40000];
}
void launch() { table<<<1 << 14, 64>>>(0, 0); }
