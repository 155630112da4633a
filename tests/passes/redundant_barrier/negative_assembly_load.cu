// REFUSES: before line 6 has written it
// Clang says of assembly without `volatile` that it touches no memory.
__global__ void neighbour(const int* in, int* out) {
  int t = threadIdx.x;
  int v;
  out[t] = in[t];
  __syncthreads();
  asm("ld.global.L1::no_allocate.u32 %0, [%1];" : "=r"(v) : "l"(out + (t ^ 1)));
  out[64 + t] = v;
}
int main() { neighbour<<<1, 64>>>(0, 0); }
