// UNKNOWN: declares a name in assembly
__global__ void k(const int* a, int* out, int n) {
  int s = 0;
  for (int i = 0; i < n; ++i) {
    int x;
    asm(".reg .b32 t;\n mov.b32 t, %1;\n mov.b32 %0, t;" : "=r"(x) : "r"(a[i]));
    s += x;
  }
  out[threadIdx.x] = s;
}
void launch(int* a, int* out, int n) { k<<<1, 64>>>(a, out, n); }
