// SAMENESS: reassociating
// ALLOW: reassociation
namespace own {
__device__ float __fadd_rn(float a, float b) { return a - b; }

__global__ void sum(float *total, const float *in, int n) {
  float total_own = -0.0f;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) total_own = ::__fadd_rn(total_own, in[i]);
  const unsigned threads = blockDim.x * blockDim.y * blockDim.z;
  const unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  for (unsigned step = 16; step > 0; step /= 2) {
    const bool isPart = thread % 32 + step < 32 && thread + step < threads;
    const float total_other = ::__shfl_sync(0xffffffff, total_own, isPart ? (thread + step) % 32 : thread % 32);
    if (isPart) total_own = ::__fadd_rn(total_own, total_other);
  }
  __shared__ float total_of_block[32];
  if (thread % 32 == 0) total_of_block[thread / 32] = total_own;
  __syncthreads();
  if (thread == 0) {
    for (unsigned i_2 = 32; i_2 < threads; i_2 += 32) total_own = ::__fadd_rn(total_own, total_of_block[i_2 / 32]);
    if (::__float_as_uint(total_own) != ::__float_as_uint(-0.0f)) atomicAdd(&total[0], total_own);
  }
}
}  // namespace own

int main() {
  float *in, *out;
  cudaMallocManaged(&in, 100 * sizeof(float));
  cudaMallocManaged(&out, sizeof(float));
  for (int i = 0; i < 100; ++i) in[i] = i * 0.25f;
  *out = 1;
  own::sum<<<2, 64>>>(out, in, 100);
  return cudaDeviceSynchronize();
}
