// REFUSES: under a name that means something else above it
__global__ void kernel(const int* in, int* out) {
  __shared__ int s[64];
  int sum = 0;
  int x = blockIdx.x;
  for (int round = 0; round < 3; ++round) {
    s[threadIdx.x] = in[threadIdx.x] + x;
    int x = in[(blockIdx.x * 64 + threadIdx.x + round) & 255];
    __syncthreads();
    sum += s[63 - threadIdx.x] * x;
    __syncthreads();
  }
  out[blockIdx.x * 64 + threadIdx.x] = sum + x;
}

void launch(const int* in, int* out) {
  kernel<<<4, 64>>>(in, out);
}
