// REFUSES: line 9 may change the shape while it computes an argument: compute that before the launch
__global__ void kernel(const int* in, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] + 1;
}

void launch(const int* in, int* out, int count) {
  int blocks = count;
  kernel<<<dim3{unsigned(blocks), unsigned(blocks = 1)}, 64>>>(in, out, count);
}
