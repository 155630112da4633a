// UNKNOWN: stay among its first
__global__ void sum(int *sums, const int *in, int n) {
  for (int i = threadIdx.x; n > 0; --n) atomicAdd(&sums[n], in[i]);
}

void launch(int *sums, const int *in, int n) {
  sum<<<8, 256>>>(sums, in, n);
}
