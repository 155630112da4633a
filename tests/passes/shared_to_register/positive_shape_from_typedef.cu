typedef int Row[64];

__global__ void typed(int *data) {
  __shared__ Row v;
  v[threadIdx.x] = data[threadIdx.x];
  data[threadIdx.x] = v[threadIdx.x] + 1;
}

void launch(int *data) { typed<<<1, 64>>>(data); }
