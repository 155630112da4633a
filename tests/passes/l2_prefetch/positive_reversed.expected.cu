__global__ void reverse(const float* a, float* b, int n) {
  {  // L2: what the block 1056 further on reads
    const dim3 coming(blockIdx.x + 1056u, blockIdx.y, blockIdx.z);
    if (coming.x < gridDim.x && blockDim.x == 256u && blockDim.y == 1u && blockDim.z == 1u) {
      if (int(coming.x * 256u + threadIdx.x) < int(unsigned(n))) {
        asm volatile("prefetch.global.L2 [%0];" :: "l"((unsigned long long)a + (unsigned long long)((long long)(int(unsigned(n) - (coming.x * 256u + threadIdx.x) - 1u))) * 4ull));
      }
    }
  }
  int i = blockIdx.x * 256 + threadIdx.x;
  if (i < n) b[i] = a[n - 1 - i];
}
void launch() { reverse<<<1 << 16, 256>>>(0, 0, 1 << 24); }
