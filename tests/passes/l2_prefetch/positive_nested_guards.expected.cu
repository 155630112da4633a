__global__ void inner(const float* a, float* b, int n, int first) {
  {  // L2: what the block 4224 further on reads
    const dim3 coming(blockIdx.x + 4224u, blockIdx.y, blockIdx.z);
    if (coming.x < gridDim.x && blockDim.x == 64u && blockDim.y == 1u && blockDim.z == 1u) {
      if ((int(coming.x * 64u + threadIdx.x) < int(unsigned(n))) && (int(unsigned(first)) <= int(coming.x * 64u + threadIdx.x))) {
        asm volatile("prefetch.global.L2 [%0];" :: "l"((unsigned long long)a + (unsigned long long)((long long)(int(coming.x * 64u + threadIdx.x))) * 4ull));
      }
    }
  }
  int i = blockIdx.x * 64 + threadIdx.x;
  if (i < n) {
    if (i >= first) b[i] = a[i];
  }
}
void launch() { inner<<<1 << 16, 64>>>(0, 0, 1 << 22, 7); }
