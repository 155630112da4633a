// UNKNOWN: reaches shared memory by a number, and any array may lie there
__global__ void picks(const int* in, int* out, int n) {
  __shared__ int s[64 * 4];
  const int t = threadIdx.x;
  for (int i = 0; i < 4; ++i) s[t * 4 + i] = in[t + i];
  asm volatile("st.shared.u32 [512], %0;" ::"r"(t));
  out[t] = s[t * 4 + (n & 3)];
}
void launch(const int* in, int* out, int n) { picks<<<1, 64>>>(in, out, n); }
