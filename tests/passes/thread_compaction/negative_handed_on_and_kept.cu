// REFUSES: takes the address of `key`
#include <cstdio>

// What the function gives points into the thread's own bytes.
__device__ unsigned* words(unsigned* first, int at) { return first + at; }

__global__ void kernel(const unsigned char* in, unsigned* out) {
  int i = blockIdx.x * 64 + threadIdx.x;
  unsigned char key[8] = {0, 0, 0, 0, 0, 0, 0, 0};
  unsigned* second = words((unsigned*)key, 1);
  for (int k = 0; k < 8; ++k) key[k] = in[i + k];
  out[i] = *second;
}

int main() {
  unsigned char* in;
  unsigned* out;
  cudaMallocManaged(&in, 1024);
  cudaMallocManaged(&out, 256 * sizeof(unsigned));
  for (int i = 0; i < 1024; ++i) in[i] = (unsigned char)(i * 37 + 11);
  kernel<<<4, 64>>>(in, out);
  cudaDeviceSynchronize();
  for (int i = 0; i < 256; ++i) printf("%d %u\n", i, out[i]);
  return 0;
}
