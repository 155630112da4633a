extern "C" __global__ void __launch_bounds__(128)
copy(const float* __restrict__ a, float* __restrict__ b)
{
  {  // L2: what the block 2112 further on reads
    const dim3 coming(blockIdx.x + 2112u, blockIdx.y, blockIdx.z);
    if (coming.x < gridDim.x && blockDim.x == 128u && blockDim.y == 1u && blockDim.z == 1u) {
      asm volatile("prefetch.global.L2 [%0];" :: "l"((unsigned long long)a + (unsigned long long)(coming.x * 128u + threadIdx.x) * 4ull));
    }
  }
  // A comment behind the brace stays where it is.
  b[blockIdx.x * 128 + threadIdx.x] = a[blockIdx.x * 128 + threadIdx.x];
}
void launch() { copy<<<1 << 16, 128>>>(0, 0); }
