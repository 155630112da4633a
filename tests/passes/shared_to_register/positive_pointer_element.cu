__global__ void rowOf(float *data, float *out, int cols) {
  __shared__ float *row[64];
  row[threadIdx.x] = data + threadIdx.x * cols;
  out[threadIdx.x] = row[threadIdx.x] - data;
}

void launch(float *data, float *out) { rowOf<<<1, 64>>>(data, out, 32); }
