__global__ void sized(int *data) {
  __shared__ int v[32];
  v[threadIdx.x] = data[threadIdx.x];
  data[threadIdx.x] = v[threadIdx.x] * (int)sizeof(v[0]);
}

void launch(int *data) { sized<<<1, 32>>>(data); }
