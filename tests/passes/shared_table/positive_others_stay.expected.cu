#include <cstdio>

struct Any {
  unsigned value;
  template <typename T>
  __host__ __device__ Any &operator=(T &&other) {
    value = other.value + 1;
    return *this;
  }
};
__constant__ unsigned table[256];
__managed__ unsigned ofHost[256];
__constant__ Any some[16] = {{4}, {5}, {6}};
template <typename T>
__constant__ T open[4] = {1, 2, 3, 4};

__global__ void lookUp(const unsigned *in, unsigned *out, int n) {
  __shared__ unsigned int table_shared[256];
  static_assert(sizeof(table_shared) == sizeof(table), "");
  const unsigned threads = blockDim.x * blockDim.y * blockDim.z;
  const unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  for (unsigned element = thread; element < 256; element += threads) table_shared[element] = table[element];
  __syncthreads();
  static const unsigned own[4] = {7, 5, 3, 1};
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const unsigned value = in[i];
  out[i] = table_shared[value & 255] + ofHost[value & 255] + some[value & 15].value + open<unsigned>[value & 3] +
           own[value & 3];
}

int main() {
  const int n = 1000;
  unsigned *in, *out, host[256];
  for (unsigned i = 0; i < 256; ++i) ofHost[i] = host[i] = i * i;
  cudaMemcpyToSymbol(table, host, sizeof(host));
  cudaMallocManaged(&in, n * sizeof(unsigned));
  cudaMallocManaged(&out, n * sizeof(unsigned));
  for (int i = 0; i < n; ++i) in[i] = i * 2654435761u >> 7;
  lookUp<<<4, 256>>>(in, out, n);
  cudaDeviceSynchronize();
  unsigned long long all = 0;
  for (int i = 0; i < n; ++i) all = all * 31 + out[i];
  printf("%llu\n", all);
  return 0;
}
