// REFUSES: elements are seen as another type
// ALLOW: reassociation
__global__ void most(float *best, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicMax((int *)best, __float_as_int(in[i]));
}

void launch(float *best, const float *in, int n) {
  most<<<4, 256>>>(best, in, n);
}
