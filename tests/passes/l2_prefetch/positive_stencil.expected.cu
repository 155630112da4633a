__global__ void smooth(const float* a, float* b, int n) {
  {  // L2: what the block 1056 further on reads
    const dim3 coming(blockIdx.x + 1056u, blockIdx.y, blockIdx.z);
    if (coming.x < gridDim.x && blockDim.x == 256u && blockDim.y == 1u && blockDim.z == 1u) {
      if ((int(0u) < int(coming.x * 256u + threadIdx.x)) && (int(coming.x * 256u + threadIdx.x) < int(unsigned(n) - 1u))) {
        asm volatile("prefetch.global.L2 [%0];" :: "l"((unsigned long long)a + (unsigned long long)((long long)(int(coming.x * 256u + threadIdx.x - 1u))) * 4ull));
        asm volatile("prefetch.global.L2 [%0];" :: "l"((unsigned long long)a + (unsigned long long)((long long)(int(coming.x * 256u + threadIdx.x))) * 4ull));
        asm volatile("prefetch.global.L2 [%0];" :: "l"((unsigned long long)a + (unsigned long long)((long long)(int(coming.x * 256u + threadIdx.x + 1u))) * 4ull));
      }
    }
  }
  int i = blockIdx.x * 256 + threadIdx.x;
  if (i > 0 && i < n - 1) b[i] = a[i - 1] + 2 * a[i] + a[i + 1];
}
void launch() { smooth<<<1 << 16, 256>>>(0, 0, 1 << 24); }
