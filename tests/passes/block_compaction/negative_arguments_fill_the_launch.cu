// REFUSES: takes as many bytes of arguments as a launch can hand over
struct Large {
  int all[1015];
};

__global__ void kernel(const int* in, int* out, int n, Large large) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] + large.all[i % 1000];
}

void launch(const int* in, int* out, int n, int blocks, Large large) {
  kernel<<<blocks, 64>>>(in, out, n, large);
}
