// What is printed on one side of the barrier only keeps its place.
#include <cstdio>
__global__ void talks(const int* in, int* out) {
  __shared__ int s[8];
  int t = threadIdx.x;
  s[t] = in[t];
  if (s[t] < 0) printf("%d\n", t);
  out[t] = s[t];
}
int main() {
  int *in, *out;
  cudaMalloc(&in, 32);
  cudaMalloc(&out, 32);
  cudaMemset(in, 1, 32);
  talks<<<1, 8>>>(in, out);
  cudaDeviceSynchronize();
}
