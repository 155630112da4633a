// REFUSES: another variable of the kernel has its name
__device__ unsigned bins[16];
__global__ void count(const unsigned char *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&bins[in[i] & 15], 1u);
  int bins = 3;
  if (bins > n) return;
}

void launch(const unsigned char *in, int n) {
  count<<<4, 256>>>(in, n);
}
