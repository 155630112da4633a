// REFUSES: different changes
template <typename T>
__global__ void least(T *best, const T *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicMin(&best[i & 7], in[i]);
}
void launch(int *a, unsigned *b, int n) {
  least<<<4, 256>>>(a, a + 8, n);
  least<<<4, 256>>>(b, b + 8, n);
}
