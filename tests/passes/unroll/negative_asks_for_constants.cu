// UNKNOWN: knows to be a constant
__global__ void k(const int* a, int* out, int n) {
  int s = 0;
  for (int i = 0; i < n; ++i) s += __builtin_constant_p(i) ? a[0] : a[i];
  out[threadIdx.x] = s;
}
void launch(int* a, int* out, int n) { k<<<1, 64>>>(a, out, n); }
