// REFUSES: stays
__global__ void kernel(const int *in, int *out) {
  __shared__ int s[128];
  s[threadIdx.x % 64] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x % 64];
}

void launch(const int *in, int *out) {
  kernel<<<1, 64>>>(in, out);
  kernel<<<1, 128>>>(in, out);
}
