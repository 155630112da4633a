__global__ void count(int *c, const int *in, int n) {
  __shared__ int c_own[6];
  const unsigned threads = blockDim.x * blockDim.y * blockDim.z;
  const unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  for (unsigned i_2 = thread; i_2 < 6; i_2 += threads) c_own[i_2] = 0;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (!(i >= n || in[i] < 5)) {
    if (in[i] == 77)
    {
      atomicAdd(&c_own[5], 2);
    } else {
      if (!(float(in[i]) > 90.5f)) { /* far */ atomicAdd(&c_own[in[i] % 4u], 1);
        switch (in[i] & 3) {
          case 0: atomicAdd(&c_own[1], 1); break;
          case 1:
          case 2: atomicAdd(&c_own[2], 7);
          default:;
        }
      }
    }
  }
  __syncthreads();
  for (unsigned i_2 = thread; i_2 < 6; i_2 += threads) {
    if (c_own[i_2] != 0) atomicAdd(&c[i_2], c_own[i_2]);
  }
}

int main() {
  int *in, *c;
  cudaMallocManaged(&in, 400);
  cudaMallocManaged(&c, 64);
  for (int i = 0; i < 100; ++i) in[i] = i;
  count<<<4, 32>>>(c, in, 100);
  return cudaDeviceSynchronize();
}
