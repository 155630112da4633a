template <int SIZE>
__global__ void kernel(const int *in, int *out) {
  __shared__ int s[SIZE];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}

void launch(const int *in, int *out) {
  kernel<64><<<1, 64>>>(in, out);
  kernel<128><<<1, 128>>>(in, out);
}
