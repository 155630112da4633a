// REFUSES: may wait for others
__global__ void k(const int* a, int* out, int n) {
  for (int i = 0; i < n; ++i) atomicAdd(&out[i], a[i]);
}
void launch(int* a, int* out, int n) { k<<<1, 64>>>(a, out, n); }
