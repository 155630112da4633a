// Assembly that is arithmetic, with registers, a predicate and a label of its own, orders nothing.
__device__ unsigned mixed(unsigned a, unsigned b) {
  unsigned v;
  asm("{\n\t.reg .pred p;\n\t.reg .b32 %%t<2>;\n\t"
      "lop3.b32 %%t0, %1, %2, %1, 0x96;  // comment\n\t"
      "setp.lt.u32 p, %%t0, %2;\n\t@!p bra L_%=;\n\tadd.u32 %%t0, %%t0, 1;\nL_%=:\n\t"
      "prmt.b32 %0, %%t0, %1, 0x3210;\n}" : "=r"(v) : "r"(a), "r"(b));
  return v;
}
__global__ void own(const unsigned* in, unsigned* out) {
  __shared__ unsigned s[64];
  unsigned t = threadIdx.x;
  s[t] = in[t];
  out[t] = mixed(s[t], t);
}
void launch() { own<<<1, 64>>>(0, 0); }
