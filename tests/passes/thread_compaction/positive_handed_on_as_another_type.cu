// SET: c_factor=2 dimension=x
#include <cstdio>

// A function looks at the bytes as words, and writes words into them.
__device__ unsigned mixed(const unsigned* words, int count) {
  unsigned all = 17;
  for (int i = 0; i < count; ++i) all = all * 31 + words[i];
  return all;
}
__device__ void fill(unsigned* words, unsigned value) {
  words[0] = value;
  words[1] ^= value >> 3;
}

__global__ void kernel(const unsigned char* in, unsigned* out) {
  int i = blockIdx.x * 64 + threadIdx.x;
  unsigned char key[8] = {0, 0, 0, 0, 0, 0, 0, 0};
  for (int k = 0; k < 8; ++k) key[k] = in[i + k];
  unsigned before = mixed((unsigned*)key, 2);
  fill((unsigned*)&key[0], before);
  __syncthreads();
  out[i] = mixed(reinterpret_cast<const unsigned*>(key), 2) + key[5];
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
