// UNKNOWN: may touch any memory
__device__ __forceinline__ unsigned load(unsigned address) {
  unsigned v;
  asm("{ .reg .pred p; setp.ne.u32 p, %1, 0; @p ld.shared.u32 %0, [%1]; }" : "=r"(v) : "r"(address));
  return v;
}
__global__ void mirrored(const int* in, int* out) {
  __shared__ int s[256];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  unsigned a = (unsigned)__cvta_generic_to_shared(s);
  out[t] = load(a + 4 * (255 - t));
}
int main() { mirrored<<<1, 256>>>(0, 0); }
