// REFUSES: A macro spells
#define EACH(i, n) for (int i = 0; i < (n); ++i)
__global__ void k(const int* a, int* out, int n) {
  int s = 0;
  EACH(i, n) s += a[i];
  out[threadIdx.x] = s;
}
void launch(int* a, int* out, int n) { k<<<1, 64>>>(a, out, n); }
