// REFUSES: launches the kernel only if all of its blocks find room at once
__constant__ unsigned table[256];

__global__ void lookUp(const unsigned *in, unsigned *out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  out[i] = table[in[i] & 255];
}

void launch(const unsigned *in, unsigned *out, int n) {
  void *arguments[] = {&in, &out, &n};
  cudaLaunchCooperativeKernel((void *)lookUp, dim3(132), dim3(1024), arguments, 0, 0);
}
