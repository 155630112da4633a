struct Body { float x, y, z, mass; };
__global__ void weights(const Body* bodies, float* out) {
  {  // L2: what the block 1056 further on reads
    const dim3 coming(blockIdx.x + 1056u, blockIdx.y, blockIdx.z);
    if (coming.x < gridDim.x && blockDim.x == 256u && blockDim.y == 1u && blockDim.z == 1u) {
      asm volatile("prefetch.global.L2 [%0];" :: "l"((unsigned long long)bodies + (unsigned long long)((long long)(int(coming.x * 256u + threadIdx.x))) * 16ull + 12ull));
    }
  }
  int i = blockIdx.x * 256 + threadIdx.x;
  out[i] = bodies[i].mass * bodies[i].x;
}
void launch() { weights<<<1 << 16, 256>>>(0, 0); }
