__global__ void rowsOf(float *data, float *out, int cols) {
  float *row;
  row = data + threadIdx.x * cols;
  out[threadIdx.x] = row[0] + row[cols - 1];
}

void launch(float *data, float *out) { rowsOf<<<1, 64>>>(data, out, 32); }
