// REFUSES: does something else with it
// ALLOW: reassociation
__global__ void sum(float *total, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && *total < 100) atomicAdd(total, in[i]);
}

void launch(float *total, const float *in, int n) {
  sum<<<4, 256>>>(total, in, n);
}
