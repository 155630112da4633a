// SAMENESS: reassociating
// ALLOW: reassociation
__global__ void sum(double *total, const double *in, int n) {
  double total_own = -0.0;
  int i = (blockIdx.x * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  if (i < n) {
    total_own = __dadd_rn(total_own, in[i] * in[i]);
  }
  const unsigned threads = blockDim.x * blockDim.y * blockDim.z;
  const unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  for (unsigned step = 16; step > 0; step /= 2) {
    const bool isPart = thread % 32 + step < 32 && thread + step < threads;
    const double total_other = __shfl_sync(0xffffffff, total_own, isPart ? (thread + step) % 32 : thread % 32);
    if (isPart) total_own = __dadd_rn(total_own, total_other);
  }
  __shared__ double total_of_block[32];
  if (thread % 32 == 0) total_of_block[thread / 32] = total_own;
  __syncthreads();
  if (thread == 0) {
    for (unsigned i_2 = 32; i_2 < threads; i_2 += 32) total_own = __dadd_rn(total_own, total_of_block[i_2 / 32]);
    if (__double_as_longlong(total_own) != __double_as_longlong(-0.0)) atomicAdd(&total[1], total_own);
  }
}

int main() {
  double *in, *out;
  cudaMallocManaged(&in, 300 * sizeof(double));
  cudaMallocManaged(&out, 2 * sizeof(double));
  for (int i = 0; i < 300; ++i) in[i] = (i - 100) * 0.125;
  out[0] = out[1] = 3;
  sum<<<7, dim3(9, 5)>>>(out, in, 300);
  return cudaDeviceSynchronize();
}
