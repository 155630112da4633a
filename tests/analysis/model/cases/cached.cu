__global__ void cached(const float *in, float *out, float4 *wide, int *mark) {
  int t = threadIdx.x;
  __stcs(out + t, __ldcg(in + t));
  __stcg(&wide[t], make_float4(1, 2, 3, 4));
  __stwt(mark, t);                                                                  // ordered with others: any memory
  asm volatile("st.global.cg.s32 [%0+4], %1;" : : "l"(mark), "r"(t) : "memory");    // not the place it is given
}

void run(const float *in, float *out, float4 *wide, int *mark) { cached<<<1, 128>>>(in, out, wide, mark); }
