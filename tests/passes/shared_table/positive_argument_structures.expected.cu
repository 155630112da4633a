#include <cstdio>

struct Entry {
  unsigned value;
  unsigned next;
};

template <int Steps>
__global__ void lookUp(const unsigned *in, const Entry *table, unsigned *out, int n) {
  __shared__ Entry table_shared[128];
  const unsigned threads = blockDim.x * blockDim.y * blockDim.z;
  const unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  for (unsigned element = thread; element < 128; element += threads) table_shared[element] = table[element];
  __syncthreads();
  table = table_shared;
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    unsigned at = in[i] & 127, all = 0;
    for (int k = 0; k < Steps; ++k) {
      all += table[at].value;
      at = table[at].next & 127;
    }
    out[i] = all;
  }
}

int main() {
  const int n = 1000;
  unsigned *in, *out;
  Entry *table;
  cudaMallocManaged(&in, n * sizeof(unsigned));
  cudaMallocManaged(&out, n * sizeof(unsigned));
  for (int i = 0; i < n; ++i) in[i] = i * 2654435761u >> 7;
  unsigned host[256];
  for (unsigned i = 0; i < 256; ++i) host[i] = i * i * 40503u ^ i;
  cudaMalloc(&table, 128 * sizeof(Entry));
  cudaMemcpy(table, host, sizeof(host), cudaMemcpyHostToDevice);
  lookUp<3><<<4, 256>>>(in, table, out, n);
  cudaDeviceSynchronize();
  unsigned long long all = 0;
  for (int i = 0; i < n; ++i) all = all * 31 + out[i];
  printf("%llu\n", all);
  return 0;
}
