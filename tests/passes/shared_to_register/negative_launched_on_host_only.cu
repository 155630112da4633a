// UNKNOWN: Not every launch is known: line 12 may launch `kernel` in code that is left out here, or that has errors
template <int N>
__global__ void kernel(const int *in, int *out) {
  __shared__ int s[N];
  s[threadIdx.x % N] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x % N];
}

__host__ __device__ void launchMore(const int *in, int *out) {
#ifndef __CUDA_ARCH__
  kernel<64><<<1, 128>>>(in, out);
#endif
}

void launch(const int *in, int *out) {
  kernel<64><<<1, 64>>>(in, out);
  launchMore(in, out);
}
