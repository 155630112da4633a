// REFUSES: line 9 may change the shape while it computes an argument: compute that before the launch
__global__ void kernel(const int* in, int* out, int n) {
  out[(blockIdx.y * gridDim.x + blockIdx.x) * 64 + threadIdx.x] = in[threadIdx.x] + n;
}

// Braces are read from left to right: the grid has `blocks` and `blocks + 3`, an argument behind it would be the latter.
void launch(const int* in, int* out, int count) {
  int blocks = count;
  kernel<<<dim3{unsigned(blocks), unsigned(blocks += 3)}, 64>>>(in, out, count);
}
