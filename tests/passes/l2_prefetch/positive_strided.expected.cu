__global__ void column(const float* a, float* b, int stride) {
  {  // L2: what the block 1056 further on reads
    const dim3 coming(blockIdx.x + 1056u, blockIdx.y, blockIdx.z);
    if (coming.x < gridDim.x && blockDim.x == 256u && blockDim.y == 1u && blockDim.z == 1u) {
      asm volatile("prefetch.global.L2 [%0];" :: "l"((unsigned long long)a + (unsigned long long)((long long)(int((coming.x * 256u + threadIdx.x) * unsigned(stride)))) * 4ull));
    }
  }
  int i = blockIdx.x * 256 + threadIdx.x;
  b[i] = a[i * stride];
}
void launch() { column<<<1 << 14, 256>>>(0, 0, 16); }
