// SAMENESS: reassociating
// ALLOW: reassociation
__global__ void dot(float *total, const float *a, const float *b, int n) {
  float total_own = -0.0f;
  for (int i = threadIdx.x; i < n; i += blockDim.x) total_own = __fadd_rn(total_own, a[i] * b[i]);
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
    if (__float_as_uint(total_own) != __float_as_uint(-0.0f)) atomicAdd(&total[0], total_own);
  }
}

int main() {
  float *a, *b, *out;
  cudaMallocManaged(&a, 200 * sizeof(float));
  cudaMallocManaged(&b, 200 * sizeof(float));
  cudaMallocManaged(&out, sizeof(float));
  for (int i = 0; i < 200; ++i) a[i] = i * 0.5f, b[i] = 10 - i % 20;
  *out = 0;
  dot<<<1, 64>>>(out, a, b, 200);
  return cudaDeviceSynchronize();
}
