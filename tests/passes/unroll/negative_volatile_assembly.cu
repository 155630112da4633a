// UNKNOWN: does more than compute
__global__ void k(const int* a, int* out, int n) {
  int s = 0;
  for (int i = 0; i < n; ++i) {
    int old;
    asm volatile("atom.global.cas.b32 %0, [%1], 0, 1;" : "=r"(old) : "l"(out + i) : "memory");
    s += old + a[i];
  }
  out[threadIdx.x] = s;
}
void launch(int* a, int* out, int n) { k<<<1, 64>>>(a, out, n); }
