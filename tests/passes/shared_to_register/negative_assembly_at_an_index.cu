// UNKNOWN: reaches shared memory by a number, and any array may lie there
__global__ void picks(const int* in, int* out) {
  __shared__ int s[64];
  __shared__ int b[64];
  const int t = threadIdx.x;
  s[t] = in[t];
  b[t] = 7;
  int v;
  asm volatile("ld.shared.u32 %0, [%1];" : "=r"(v) : "r"(t * 4));
  out[t] = s[t] * 2 + v;
}
void launch(const int* in, int* out) { picks<<<1, 64>>>(in, out); }
