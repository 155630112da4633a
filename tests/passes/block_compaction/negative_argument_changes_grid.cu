// REFUSES: line 9 may change the shape while it computes an argument: compute that before the launch
__global__ void kernel(const int* in, int* out, int n) {
  out[blockIdx.x * 64 + threadIdx.x] = in[threadIdx.x] + n;
}

int blocks = 7;
void launch(const int* in, int* out, int count) {
  blocks = count;
  kernel<<<blocks, 64>>>(in, out, blocks++);
}
