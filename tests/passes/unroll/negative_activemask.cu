// REFUSES: compiler's choice
__global__ void k(const int* a, int* out, int n) {
  int s = 0;
  for (int i = threadIdx.x; i < n; i += 3) s += __popc(__activemask());
  out[threadIdx.x] = s + a[0];
}
void launch(int* a, int* out, int n) { k<<<1, 64>>>(a, out, n); }
