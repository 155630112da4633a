// REFUSES: A macro spells
#define TWICE(what) what
__global__ void k(const int* a, int* out, int n) {
  int s = 0;
  TWICE(
  for (int i = 0; i < n; ++i) s += a[i];)
  out[threadIdx.x] = s;
}
void launch(int* a, int* out, int n) { k<<<1, 64>>>(a, out, n); }
