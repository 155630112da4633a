// REFUSES: declared outside the kernel (line 3)
__device__ int remember(int value) {
  __shared__ int v[64];
  int before = v[threadIdx.x];
  v[threadIdx.x] = value;
  return before;
}

__global__ void calls(int *data) {
  remember(data[threadIdx.x]);
  data[threadIdx.x] = remember(0);
}

void launch(int *data) { calls<<<1, 64>>>(data); }
