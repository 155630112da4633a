// SAMENESS: reassociating
// ALLOW: reassociation
__global__ void weigh(float *weights, const unsigned *in, const float *weight, int n) {
  __shared__ float weights_own[16];
  const unsigned threads = blockDim.x * blockDim.y * blockDim.z;
  const unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  for (unsigned i_2 = thread; i_2 < 16; i_2 += threads) weights_own[i_2] = -0.0f;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    atomicAdd(&weights_own[in[i] & 15], weight[i]);
  }
  __syncthreads();
  for (unsigned i_2 = thread; i_2 < 16; i_2 += threads) {
    if (__float_as_uint(weights_own[i_2]) != __float_as_uint(-0.0f)) atomicAdd(&weights[i_2], weights_own[i_2]);
  }
}

int main() {
  unsigned *in;
  float *weight, *weights;
  cudaMallocManaged(&in, 500 * sizeof(unsigned));
  cudaMallocManaged(&weight, 500 * sizeof(float));
  cudaMallocManaged(&weights, 16 * sizeof(float));
  for (int i = 0; i < 500; ++i) in[i] = i * 2654435761u >> 8;
  for (int i = 0; i < 500; ++i) weight[i] = (i % 77) * 0.5f;
  for (int i = 0; i < 16; ++i) weights[i] = i;
  weigh<<<4, 128>>>(weights, in, weight, 500);
  return cudaDeviceSynchronize();
}
