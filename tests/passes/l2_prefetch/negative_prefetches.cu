// REFUSES: It prefetches into L2 already.
__global__ void copy(const float* a, float* b) {
  asm volatile("prefetch.global.L2 [%0];" ::"l"(a + 4096 + threadIdx.x));
  b[threadIdx.x] = a[threadIdx.x];
}
int main() { copy<<<8, 64>>>(0, 0); }
