// REFUSES: has a function or macro `__ldcg` or `__ldcs` of its own
#define __ldcg(p) (*(p) + 1)
__global__ void copies(const int* a, int* o) {
  int i = threadIdx.x;
  o[i] = a[i];
}
int main() { copies<<<1, 64>>>(0, 0); }
