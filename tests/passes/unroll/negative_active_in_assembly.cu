// UNKNOWN: does more than compute
__device__ unsigned active() {
  unsigned m;
  asm("activemask.b32 %0;" : "=r"(m));
  return m;
}
__global__ void k(const int* a, int* out, int n) {
  int s = 0;
  for (int i = 0; i < n + (int)threadIdx.x; ++i) s += a[i] ^ (int)active();
  out[threadIdx.x] = s;
}
void launch(int* a, int* out, int n) { k<<<1, 64>>>(a, out, n); }
