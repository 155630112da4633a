// REFUSES: of a type that is not understood
// ALLOW: reassociation
__global__ void sum(float2 *total, const float2 *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(total, in[i]);
}

void launch(float2 *total, const float2 *in, int n) {
  sum<<<4, 256>>>(total, in, n);
}
