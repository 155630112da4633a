// UNKNOWN: reaches shared memory by a number, and any array may lie there
__global__ void picks(const int* in, int* out) {
  __shared__ int s[64];
  __shared__ int b[64];
  const int t = threadIdx.x;
  s[t] = in[t];
  b[t] = 7;
  int v;
  asm volatile("{ .reg .u32 a; mov.u32 a, 256; ld.shared.u32 %0, [a]; }" : "=r"(v));
  out[t] = s[t] * 2 + v;
}
void launch(const int* in, int* out) { picks<<<1, 64>>>(in, out); }
