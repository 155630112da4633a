// UNKNOWN: Which element
// ALLOW: reassociation
template <typename T>
__global__ void sum(T *total, const T *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(total, in[i]);
}

void launch(float *total, const float *in, double *more, const double *all, int n) {
  sum<<<4, 256>>>(total, in, n);
  sum<<<4, 256>>>(more, all, n);
}
