// REFUSES: line 4 binds a reference to `v`
__global__ void bound(int *data) {
  __shared__ int v[64];
  int &mine = v[threadIdx.x];
  mine = data[threadIdx.x];
  data[threadIdx.x] = mine + 1;
}

void launch(int *data) { bound<<<1, 64>>>(data); }
