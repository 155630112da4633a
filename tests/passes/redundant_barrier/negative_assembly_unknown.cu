// UNKNOWN: may touch any memory
// An instruction that nobody knows, behind ones that are known.
__global__ void strange(const unsigned* in, unsigned* out) {
  unsigned t = threadIdx.x, v;
  out[t] = in[t];
  __syncthreads();
  asm("lop3.b32 %0, %1, %1, %1, 0xca; frobnicate.u32 %0, %0;" : "=r"(v) : "r"(t));
  out[64 + t] = v;
}
int main() { strange<<<1, 64>>>(0, 0); }
