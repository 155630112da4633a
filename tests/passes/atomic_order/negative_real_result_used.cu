// REFUSES: is used, and it depends on what other threads did
// ALLOW: reassociation
__global__ void sum(float *total, float *seen, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) seen[i] = atomicAdd(total, in[i]);
}

void launch(float *total, float *seen, const float *in, int n) {
  sum<<<4, 256>>>(total, seen, in, n);
}
