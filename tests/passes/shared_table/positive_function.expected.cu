#include <cstdio>

__constant__ unsigned table[256];  // of a polynomial
static __shared__ unsigned int table_shared_2[256];
static __shared__ unsigned int table_shared[256];

__device__ unsigned next(unsigned crc, unsigned byte) {
  return table[(crc ^ byte) & 255] ^ (crc >> 8);
}

static __device__ unsigned next_shared_2(unsigned crc, unsigned byte) {
  return table_shared_2[(crc ^ byte) & 255] ^ (crc >> 8);
}

static __device__ unsigned next_shared(unsigned crc, unsigned byte) {
  return table_shared[(crc ^ byte) & 255] ^ (crc >> 8);
}

__global__ void lookUp(const unsigned *in, unsigned *out, int n) {
  static_assert(sizeof(table_shared) == sizeof(::table), "");
  const unsigned threads = blockDim.x * blockDim.y * blockDim.z;
  const unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  for (unsigned element = thread; element < 256; element += threads) table_shared[element] = ::table[element];
  __syncthreads();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned crc = 0xffffffffu;
  for (int k = 0; k < 4; ++k) crc = next_shared(crc, in[i] >> 8 * k);
  out[i] = ~crc;
}

__global__ void other(const unsigned *in, unsigned *out) {
  static_assert(sizeof(table_shared_2) == sizeof(::table), "");
  const unsigned threads = blockDim.x * blockDim.y * blockDim.z;
  const unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  for (unsigned element = thread; element < 256; element += threads) table_shared_2[element] = ::table[element];
  __syncthreads();
  out[threadIdx.x] = next_shared_2(in[threadIdx.x], 7);
}

int main() {
  const int n = 1000;
  unsigned *in, *out, host[256];
  for (unsigned i = 0; i < 256; ++i) host[i] = i * i * 40503u ^ i;
  cudaMemcpyToSymbol(table, host, sizeof(host));
  cudaMallocManaged(&in, n * sizeof(unsigned));
  cudaMallocManaged(&out, n * sizeof(unsigned));
  for (int i = 0; i < n; ++i) in[i] = i * 2654435761u >> 7;
  lookUp<<<4, 256>>>(in, out, n);
  other<<<1, 64>>>(in, out);
  cudaDeviceSynchronize();
  unsigned long long all = 0;
  for (int i = 0; i < n; ++i) all = all * 31 + out[i];
  printf("%llu\n", all);
  return 0;
}
