// REFUSES: elements are seen as another type
// ALLOW: reassociation
__global__ void sum(unsigned *total, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd((float *)total, in[i]);
}

void launch(unsigned *total, const float *in, int n) {
  sum<<<4, 256>>>(total, in, n);
}
