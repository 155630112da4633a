// UNKNOWN: the program may learn where
__global__ void count(unsigned *hist, unsigned long long *out, const unsigned char *in, int n) {
  __shared__ unsigned char part[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  part[threadIdx.x] = i < n ? in[i] : 0;
  __syncthreads();
  atomicAdd(&hist[part[255 - threadIdx.x]], 1u);
  if (threadIdx.x == 0) out[blockIdx.x] = (unsigned long long)part;
}

void launch(unsigned *hist, unsigned long long *out, const unsigned char *in, int n) {
  count<<<4, 256>>>(hist, out, in, n);
}
