// REFUSES: has no loop
__device__ int sum(const int* a, int n) {
  int s = 0;
  for (int i = 0; i < n; ++i) s += a[i];
  return s;
}
__global__ void k(const int* a, int* out, int n) {
  out[threadIdx.x] = sum(a, n);
}
void launch(int* a, int* out, int n) { k<<<1, 64>>>(a, out, n); }
