// REFUSES: takes the address
__global__ void bytes(int *data) {
  __shared__ int v[64];
  v[threadIdx.x] = data[threadIdx.x];
  data[threadIdx.x] = ((unsigned char *)&v[threadIdx.x])[2];
}

void launch(int *data) { bytes<<<1, 64>>>(data); }
