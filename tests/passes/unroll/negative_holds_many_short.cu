// REFUSES: few rounds
__global__ void k(const int* a, int* out, int n) {
  int s = 0;
  for (int i = 0; i < n; ++i) {
    for (int y = 0; y < 8; ++y) {
      for (int x = 0; x < 4; ++x) s += a[i * 32 + y * 4 + x];
    }
  }
  out[threadIdx.x] = s;
}
void launch(int* a, int* out, int n) { k<<<1, 64>>>(a, out, n); }
