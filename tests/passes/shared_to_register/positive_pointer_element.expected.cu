__global__ void rowOf(float *data, float *out, int cols) {
  float *row;
  row = data + threadIdx.x * cols;
  out[threadIdx.x] = row - data;
}

void launch(float *data, float *out) { rowOf<<<1, 64>>>(data, out, 32); }
