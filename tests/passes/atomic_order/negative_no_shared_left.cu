// REFUSES: bytes of shared memory
__global__ void count(unsigned *hist, const unsigned char *in, int n) {
  __shared__ unsigned char part[48 * 1024];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  part[threadIdx.x] = in[i];
  __syncthreads();
  atomicAdd(&hist[part[255 - threadIdx.x]], 1u);
}

void launch(unsigned *hist, const unsigned char *in, int n) {
  count<<<4, 256>>>(hist, in, n);
}
