// REFUSES: takes its array shape from a typedef
typedef int Row[64];

__global__ void typed(int *data) {
  __shared__ Row v, w;
  v[threadIdx.x] = data[threadIdx.x];
  w[threadIdx.x] = v[threadIdx.x];
  __syncthreads();
  data[threadIdx.x] = v[threadIdx.x] + w[63 - threadIdx.x];
}

void launch(int *data) { typed<<<1, 64>>>(data); }
