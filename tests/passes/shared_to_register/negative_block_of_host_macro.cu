// REFUSES: line 11 reads what other threads wrote at line 9
#ifdef __CUDA_ARCH__
#define THREADS 64
#else
#define THREADS 128
#endif

__global__ void kernel(const int *in, int *out) {
  __shared__ int s[64]; s[threadIdx.x & 63] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x & 63];
}

void launch(const int *in, int *out) { kernel<<<1, THREADS>>>(in, out); }
