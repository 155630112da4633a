// REFUSES: size of the whole array `v`
__global__ void sized(int *data) {
  __shared__ int v[64];
  v[threadIdx.x] = data[threadIdx.x];
  data[threadIdx.x] = v[threadIdx.x] + (int)(sizeof(v) / sizeof(int));
}

void launch(int *data) { sized<<<1, 64>>>(data); }
