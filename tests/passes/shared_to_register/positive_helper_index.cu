__device__ int flatIndex() { return threadIdx.y * blockDim.x + threadIdx.x; }

__global__ void helped(int *data) {
  __shared__ int v[256];
  int at = flatIndex();
  v[at] = data[at];
  v[flatIndex()] += 2;
  data[at] = v[at];
}

void launch(int *data) { helped<<<1, dim3(32, 8)>>>(data); }
