// REFUSES: `gridDim` is the name of something else in `kernel`
__global__ void kernel(const int* in, int* out, dim3 gridDim) {
  out[blockIdx.x * 64 + threadIdx.x] = in[threadIdx.x] + gridDim.x;
}

void launch(const int* in, int* out) {
  dim3 grid(8);
  kernel<<<grid, 64>>>(in, out, grid);
}
