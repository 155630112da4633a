// REFUSES: under a name that means something else above it
__device__ int step = 5;

__global__ void kernel(const int* in, int* out) {
  __shared__ int s[64];
  s[threadIdx.x] = in[threadIdx.x] * step;
  int step = in[threadIdx.x + 64];  // an array of this name would stand above the loop
  __syncthreads();
  out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x] + step;
}

void launch(const int* in, int* out) {
  kernel<<<4, 64>>>(in, out);
}
