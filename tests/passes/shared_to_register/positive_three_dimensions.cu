__global__ void cube(float *data) {
  __shared__ float v[4][4][8];
  int at = (threadIdx.z * 4 + threadIdx.y) * 8 + threadIdx.x;
  v[threadIdx.z][threadIdx.y][threadIdx.x] = data[at];
  __syncthreads();
  data[at] = v[threadIdx.z][threadIdx.y][threadIdx.x] + 1.0f;
}

void launch(float *data) { cube<<<dim3(2, 2, 2), dim3(8, 4, 4)>>>(data); }
