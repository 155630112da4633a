// REFUSES: takes those near zero for zero
// Sums of floats keep numbers of 1e-40 in shared memory; in global memory they are 0.
__global__ void kernel(const float* in, float* out) {
  __shared__ float sum;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  atomicAdd(&sum, in[threadIdx.x]);
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

void launch(const float* in, float* out) {
  kernel<<<8, 64>>>(in, out);
}
