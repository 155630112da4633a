// REFUSES: v
__global__ void column(const int *in, int *out) {
  __shared__ int v[16];
  v[threadIdx.x] = in[threadIdx.y * 16 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 16 + threadIdx.x] = v[threadIdx.x];
}

void launch(const int *in, int *out) { column<<<1, dim3(16, 16)>>>(in, out); }
