__global__ void twice(int *data) {
  int v;
  v = data[blockIdx.x * blockDim.x + threadIdx.x];
  data[blockIdx.x * blockDim.x + threadIdx.x] = v * 2;
}

void launch(int *data) {
  twice<<<2, 256>>>(data);
  twice<<<4, 128>>>(data);
}
