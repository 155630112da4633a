// UNKNOWN: declares a name in assembly, which may stand once only
__device__ int twice(int x) {
  int y;
  asm volatile(".reg .s32 twice_of;\n add.s32 twice_of, %1, %1;\n mov.s32 %0, twice_of;" : "=r"(y) : "r"(x));
  return y;
}

__global__ void sums(const int* in, int* out, int n) {
  int all = 0;
  for (int i = 0; i < n; ++i) all += twice(in[i]);
  out[threadIdx.x] = all;
}

void launch(int* in, int* out) { sums<<<1, 32>>>(in, out, 5); }
