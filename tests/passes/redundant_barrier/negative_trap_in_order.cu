// REFUSES: it orders `trap` at line 5 and `printf` at line 7
#include <cstdio>
__global__ void stops(const int* in, int* out) {
  int t = threadIdx.x;
  if (in[t] < 0) __trap();
  __syncthreads();
  if (t == 0) printf("all are positive\n");
  out[t] = in[t];
}
int main() { stops<<<1, 8>>>(0, 0); }
