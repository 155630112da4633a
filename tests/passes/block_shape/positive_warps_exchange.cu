// SET: threads=64
#include <cstdio>

__global__ void neighbour(const int* in, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned votes = __ballot_sync(0xffffffffu, in[i] > 3);
  out[i] = __shfl_xor_sync(0xffffffffu, in[i], 1) + __popc(votes) * (int)(threadIdx.x % 32 + 1);
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, 4096 * sizeof(int));
  cudaMallocManaged(&out, 4096 * sizeof(int));
  for (int i = 0; i < 4096; ++i) in[i] = i * 37 % 11;
  neighbour<<<8, 128>>>(in, out);
  cudaDeviceSynchronize();
  long sum = 0;
  for (int i = 0; i < 1024; ++i) sum += (long)out[i] * (1 + i % 5);
  printf("%ld\n", sum);
}
