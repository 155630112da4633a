__global__ void barriers(int n) {
  for (int i = 0; i < n; ++i) __syncthreads();
}

__global__ void shuffles(int* out, int n) {
  int value = threadIdx.x;
  for (int i = 0; i < n; ++i) value = __shfl_xor_sync(0xffffffffu, value, 1 + (i & 7));
  out[threadIdx.x] = value;
}

__global__ void threads(int* out) { out[threadIdx.x] = 1; }

__global__ void accesses(int* out, int n) {
  __shared__ int values[1024];
  int sum = 0;
  for (int i = 0; i < n; ++i) {
    values[threadIdx.x] = sum;
    sum += out[threadIdx.x] + values[threadIdx.x] + i;
  }
  out[threadIdx.x] = sum;
}
