// REFUSES: v
__global__ void shape(int *data) {
  __shared__ int v[128];
  int at = threadIdx.x % 128;
  v[at] = data[threadIdx.x];
  __syncthreads();
  data[threadIdx.x] = v[at];
}

void launch(int *data) {
  shape<<<1, 128>>>(data);
  shape<<<1, 256>>>(data);
}
