// REFUSES: few rounds
__global__ void k(const int* a, int* out, int n) {
  int s = 0;
  for (int i = 0; i < 16; ++i) s += a[i];
  out[threadIdx.x] = s + n;
}
void launch(int* a, int* out, int n) { k<<<1, 64>>>(a, out, n); }
