#include <cstdio>

namespace codes {
__constant__ unsigned table[2][128], weights[4] = {3, 1, 4, 1};
static __shared__ unsigned int table_shared[2][128];

template <int half>
__device__ unsigned at(unsigned value) {
  return table[half][value & 127] * weights[half];
}

template <int half>
static __device__ unsigned at_shared(unsigned value) {
  return ::codes::table_shared[half][value & 127] * weights[half];
}
}  // namespace codes
__device__ const short steps[4] = {1, 2, 4, 8};

__host__ __device__ inline unsigned both(unsigned value) {
#ifdef __CUDA_ARCH__
  return codes::at<0>(value) + codes::at<1>(value >> 7);
#else
  return value;
#endif
}

static __device__ inline unsigned both_shared(unsigned value) {
#ifdef __CUDA_ARCH__
  return codes::at_shared<0>(value) + codes::at_shared<1>(value >> 7);
#else
  return value;
#endif
}

__global__ void lookUp(const unsigned *in, unsigned *out, int n) {
  static_assert(sizeof(::codes::table_shared) == sizeof(codes::table), "");
  __shared__ short steps_shared[4];
  static_assert(sizeof(steps_shared) == sizeof(steps), "");
  const unsigned threads = blockDim.x * blockDim.y * blockDim.z;
  const unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  for (unsigned element = thread; element < 256; element += threads) ::codes::table_shared[element / 128][element % 128] = codes::table[element / 128][element % 128];
  for (unsigned element = thread; element < 4; element += threads) steps_shared[element] = steps[element];
  __syncthreads();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = both_shared(in[i]) + steps_shared[in[i] & 3] + ::codes::table_shared[0][in[i] >> 3 & 127] + both_shared(5) * codes::weights[n & 3];
}

int main() {
  const int n = 1000;
  unsigned *in, *out, host[256];
  for (unsigned i = 0; i < 256; ++i) host[i] = i * i * 40503u ^ i;
  cudaMemcpyToSymbol(codes::table, host, sizeof(host));
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
