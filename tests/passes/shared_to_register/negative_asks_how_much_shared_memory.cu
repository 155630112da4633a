// UNKNOWN: line 6 asks how much shared memory a block has
// What a block has of shared memory is another number once `s` is in registers.
__global__ void sized(const float* in, float* out, unsigned* bytes) {
  __shared__ float s[64];
  unsigned size;
  asm("mov.u32 %0, %%total_smem_size;" : "=r"(size));
  s[threadIdx.x] = in[threadIdx.x];
  out[threadIdx.x] = s[threadIdx.x] * 2;
  if (threadIdx.x == 0) *bytes = size;
}

int main() {
  float *in, *out;
  unsigned* bytes;
  cudaMalloc(&in, 256);
  cudaMalloc(&out, 256);
  cudaMalloc(&bytes, 4);
  sized<<<1, 64>>>(in, out, bytes);
  return 0;
}
