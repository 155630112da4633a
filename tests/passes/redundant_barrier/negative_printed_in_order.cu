// REFUSES: that order is seen outside
#include <cstdio>
__global__ void talks(const int* in, int* out) {
  int t = threadIdx.x;
  if (t == 5) printf("first\n");
  __syncthreads();
  if (t == 0) printf("second\n");
  out[t] = in[t];
}
int main() { talks<<<1, 8>>>(0, 0); }
