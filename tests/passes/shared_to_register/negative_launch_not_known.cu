// UNKNOWN: The block size is not known for the launch at line 8
__global__ void open(int *data) {
  __shared__ int v[1024];
  v[threadIdx.x] = data[threadIdx.x];
  data[threadIdx.x] = v[threadIdx.x] + 1;
}

void launch(int *data, int width, int height) { open<<<1, dim3(width, height)>>>(data); }
