// REFUSES: may wait for others
__global__ void k(const int* a, int* out, int n) {
  volatile int* flag = out;
  int s = 0;
  for (int i = 0; i < n; ++i) s += flag[i] + a[i];
  out[threadIdx.x] = s;
}
void launch(int* a, int* out, int n) { k<<<1, 64>>>(a, out, n); }
