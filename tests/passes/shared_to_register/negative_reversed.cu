// REFUSES: s
__global__ void reversed(int *data) {
  __shared__ int s[64];
  s[threadIdx.x] = data[threadIdx.x];
  __syncthreads();
  data[threadIdx.x] = s[63 - threadIdx.x];
}

void launch(int *data) { reversed<<<1, 64>>>(data); }
