// REFUSES: the program may have a function or a macro of that name
// ALLOW: reassociation
#define __fadd_rn(a, b) ((a) - (b))

__global__ void sum(float *total, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(total, in[i]);
}

void launch(float *total, const float *in, int n) {
  sum<<<4, 256>>>(total, in, n);
}
