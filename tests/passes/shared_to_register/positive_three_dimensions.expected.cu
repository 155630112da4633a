__global__ void cube(float *data) {
  float v;
  int at = (threadIdx.z * 4 + threadIdx.y) * 8 + threadIdx.x;
  v = data[at];
  __syncthreads();
  data[at] = v + 1.0f;
}

void launch(float *data) { cube<<<dim3(2, 2, 2), dim3(8, 4, 4)>>>(data); }
