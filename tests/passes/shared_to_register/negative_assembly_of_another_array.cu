// UNKNOWN: lies elsewhere there, and the program may learn where
__global__ void loads(const int* in, int* out) {
  __shared__ int s[64];
  __shared__ int b[64];
  const int t = threadIdx.x;
  s[t] = in[t];
  b[t] = 7;
  int v;
  asm volatile("ld.shared.u32 %0, [%1];" : "=r"(v) : "r"((unsigned)__cvta_generic_to_shared(&b[t])));
  out[t] = s[t] * 2 + v;
}
void launch(const int* in, int* out) { loads<<<1, 64>>>(in, out); }
