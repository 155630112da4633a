// REFUSES: `blockDim` is the name of something else in `kernel`
__global__ void kernel(const int* in, int* out, dim3 blockDim) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = in[threadIdx.x] + 1;
}

void launch(const int* in, int* out) {
  dim3 block(64);
  kernel<<<8, block>>>(in, out, block);
}
