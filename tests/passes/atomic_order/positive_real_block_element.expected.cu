// SAMENESS: reassociating
// ALLOW: reassociation
__global__ void sum(double *sums, const double *in, int n) {
  double sums_own = -0.0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) sums_own = __dadd_rn(sums_own, in[blockIdx.x * n + i]);
  const unsigned threads = blockDim.x * blockDim.y * blockDim.z;
  const unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  for (unsigned step = 16; step > 0; step /= 2) {
    const bool isPart = thread % 32 + step < 32 && thread + step < threads;
    const double sums_other = __shfl_sync(0xffffffff, sums_own, isPart ? (thread + step) % 32 : thread % 32);
    if (isPart) sums_own = __dadd_rn(sums_own, sums_other);
  }
  __shared__ double sums_of_block[32];
  if (thread % 32 == 0) sums_of_block[thread / 32] = sums_own;
  __syncthreads();
  if (thread == 0) {
    for (unsigned i_2 = 32; i_2 < threads; i_2 += 32) sums_own = __dadd_rn(sums_own, sums_of_block[i_2 / 32]);
    if (__double_as_longlong(sums_own) != __double_as_longlong(-0.0)) atomicAdd(&sums[blockIdx.x], sums_own);
  }
}

int main() {
  double *in, *out;
  cudaMallocManaged(&in, 1000 * sizeof(double));
  cudaMallocManaged(&out, 8 * sizeof(double));
  for (int i = 0; i < 1000; ++i) in[i] = (i % 91) * 0.25;
  for (int i = 0; i < 8; ++i) out[i] = i;
  sum<<<8, 50>>>(out, in, 125);
  return cudaDeviceSynchronize();
}
