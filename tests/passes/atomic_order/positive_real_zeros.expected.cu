// SAMENESS: reassociating
// ALLOW: reassociation
__global__ void sum(float *total, const float *in, int n) {
  float total_own = -0.0f;
  int i = threadIdx.x;
  if (i < n) total_own = __fadd_rn(total_own, in[i]);
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
    for (unsigned i_2 = 32; i_2 < threads; i_2 += 32) total_own = __fadd_rn(total_own, total_of_block[i_2 / 32]);
    if (__float_as_uint(total_own) != __float_as_uint(-0.0f)) atomicAdd(&total[2], total_own);
  }
}

int main() {
  float *in, *out;
  cudaMallocManaged(&in, 64 * sizeof(float));
  cudaMallocManaged(&out, 4 * sizeof(float));
  for (int i = 0; i < 64; ++i) in[i] = i == 9 ? 0.0f : -0.0f;
  for (int i = 0; i < 4; ++i) out[i] = -0.0f;
  sum<<<1, 64>>>(out, in, 64);
  return cudaDeviceSynchronize();
}
