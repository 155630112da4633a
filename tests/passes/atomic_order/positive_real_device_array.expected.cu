// SAMENESS: reassociating
// ALLOW: reassociation
__device__ double energy[3];

__global__ void add(const double *in, int n) {
  __shared__ double energy_own[3];
  static_assert(sizeof(energy_own) == sizeof(energy), "");
  const unsigned threads = blockDim.x * blockDim.y * blockDim.z;
  const unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  for (unsigned i_2 = thread; i_2 < 3; i_2 += threads) energy_own[i_2] = -0.0;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&energy_own[i % 3u], in[i]);
  __syncthreads();
  for (unsigned i_2 = thread; i_2 < 3; i_2 += threads) {
    if (__double_as_longlong(energy_own[i_2]) != __double_as_longlong(-0.0)) atomicAdd(&energy[i_2], energy_own[i_2]);
  }
}

__global__ void copy(double *out) {
  if (threadIdx.x < 3) out[threadIdx.x] = energy[threadIdx.x];
}

int main() {
  double *in, *out;
  cudaMallocManaged(&in, 100 * sizeof(double));
  cudaMallocManaged(&out, 3 * sizeof(double));
  for (int i = 0; i < 100; ++i) in[i] = i * 0.25;
  add<<<2, 64>>>(in, 100);
  copy<<<1, 32>>>(out);
  return cudaDeviceSynchronize();
}
