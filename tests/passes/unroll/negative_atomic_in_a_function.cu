// REFUSES: may wait for others
__device__ void lock(int* at) { while (atomicCAS(at, 0, 1) != 0) {} }
__global__ void k(const int* a, int* out, int n) {
  for (int i = 0; i < n; ++i) {
    lock(&out[i]);
    out[i] = a[i];
  }
}
void launch(int* a, int* out, int n) { k<<<1, 64>>>(a, out, n); }
