// REFUSES: line 8 takes the address of `v`
__device__ void twice(int *value) { *value *= 2; }

__global__ void handed(int *data) {
  __shared__ int v[64];

  v[threadIdx.x] = data[threadIdx.x];
  twice(&v[threadIdx.x]);
  data[threadIdx.x] = v[threadIdx.x];
}

void launch(int *data) { handed<<<1, 64>>>(data); }
