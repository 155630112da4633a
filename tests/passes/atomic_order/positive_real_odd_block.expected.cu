// SAMENESS: reassociating
// ALLOW: reassociation
__global__ void sum(float *total, const float *in) {
  float total_own = -0.0f;
  total_own = __fadd_rn(total_own, in[threadIdx.x]);
  if (threadIdx.x % 3 == 0) total_own = __fadd_rn(total_own, 2);
  const unsigned threads = blockDim.x * blockDim.y * blockDim.z;
  const unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  for (unsigned step = 16; step > 0; step /= 2) {
    const bool isPart = thread % 32 + step < 32 && thread + step < threads;
    const float total_other = __shfl_sync(0xffffffff, total_own, isPart ? (thread + step) % 32 : thread % 32);
    if (isPart) total_own = __fadd_rn(total_own, total_other);
  }
  __shared__ float total_of_block[32];
  if (thread % 32 == 0) total_of_block[thread / 32] = total_own;
  __syncthreads();
  if (thread == 0) {
    for (unsigned i = 32; i < threads; i += 32) total_own = __fadd_rn(total_own, total_of_block[i / 32]);
    if (__float_as_uint(total_own) != __float_as_uint(-0.0f)) atomicAdd(&total[0], total_own);
  }
}

int main() {
  float *in, *out;
  cudaMallocManaged(&in, 70 * sizeof(float));
  cudaMallocManaged(&out, sizeof(float));
  for (int i = 0; i < 70; ++i) in[i] = i + 1;
  *out = 0;
  sum<<<1, 70>>>(out, in);
  return cudaDeviceSynchronize();
}
