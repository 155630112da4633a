__global__ void reverse(const float* a, float* b) {
  {  // L2: what the block 1056 further on reads
    const dim3 coming(blockIdx.x + 1056u, blockIdx.y, blockIdx.z);
    if (coming.x < gridDim.x && blockDim.x == 256u && blockDim.y == 1u && blockDim.z == 1u) {
      asm volatile("prefetch.global.L2 [%0];" :: "l"((unsigned long long)a + (unsigned long long)(coming.x * 256u + threadIdx.x) * 4ull));
    }
  }
  __shared__ float tile[256];
  tile[threadIdx.x] = a[blockIdx.x * 256 + threadIdx.x];
  __syncthreads();
  b[blockIdx.x * 256 + threadIdx.x] = tile[255 - threadIdx.x];
}
void launch() { reverse<<<1 << 16, 256>>>(0, 0); }
