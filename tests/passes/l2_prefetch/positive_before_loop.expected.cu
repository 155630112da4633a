// What is read in the loop stays out.
__global__ void powers(const float* base, const float* factors, float* b, int count) {
  {  // L2: what the block 1056 further on reads
    const dim3 coming(blockIdx.x + 1056u, blockIdx.y, blockIdx.z);
    if (coming.x < gridDim.x && blockDim.x == 256u && blockDim.y == 1u && blockDim.z == 1u) {
      asm volatile("prefetch.global.L2 [%0];" :: "l"((unsigned long long)base + (unsigned long long)((long long)(int(coming.x * 256u + threadIdx.x))) * 4ull));
    }
  }
  int i = blockIdx.x * 256 + threadIdx.x;
  float value = base[i];
  for (int k = 0; k < count; ++k) value *= factors[i * count + k];
  b[i] = value;
}
void launch() { powers<<<1 << 16, 256>>>(0, 0, 0, 4); }
